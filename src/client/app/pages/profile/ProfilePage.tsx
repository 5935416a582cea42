import { queryOptions, useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { PageOf } from '#contract/site.first-page.ts'
import { memo, Suspense, useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { profileTitle } from '#contract/site.page-descriptions.ts'
import { NO_USER } from '#contract/site.page-titles.ts'
import type { ProfileView } from '#contract/people.ts'
import { loadProfile, seedProfileView } from '#client/features/people/data/users/users.actions.ts'
import { useLiveProfile } from '#client/features/people/data/users/live-profile.ts'
import { useIsPersonDeleted, useProfile } from '#client/features/people/data/users/users.store.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { ListSkeleton } from '#client/features/posts/feed/ListStates.tsx'
import { seedPostList } from '#client/features/posts/data/post-lists.ts'
import { postsBy } from '#client/features/posts/data/post-sources.ts'
import { ApiError } from '#client/live/http.ts'
import { DEDUPE_MS } from '#client/live/just-now.ts'
import { viewerUnchangedSince } from '#client/live/connection.store.ts'
import { onResync } from '#client/live/registry.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { LinkTabs } from '#client/ui/LinkTabs.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { WelcomeSlot } from '#client/features/people/welcome/WelcomeSlot.tsx'
import { ProfileHeader } from '#client/features/people/profile/ProfileHeader.tsx'
import { tabsFor } from './tabs.ts'
import type { ProfileTab, ProfileTabProps } from './tabs.ts'
import '#client/features/people/profile/ProfileHeader.css'

const nullIfMissing = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

/**
 * A profile; null when there is none. It is pushed only while it is on screen, so an older answer is stale.
 */
const profileQuery = (handle: string) =>
  queryOptions({
    queryKey: ['profile', handle],
    queryFn: () => loadProfile(handle).catch(nullIfMissing),
    staleTime: DEDUPE_MS,
  })

/** /u/{handle} */
export const ProfilePage = () => <Profile handle={(useParams()['handle'] ?? '').toLowerCase()} />

export function seedProfile(
  { profile, posts }: PageOf<'profile'>,
  client: QueryClient,
  askedAt: number,
): void {
  seedProfileView(profile, askedAt)
  client.setQueryData(profileQuery(profile.handle).queryKey, () => ({ id: profile.id }), {
    updatedAt: askedAt,
  })
  seedPostList(postsBy(profile.handle), posts, askedAt)
}

export const seedNoProfile = (handle: string, client: QueryClient, askedAt: number): void =>
  void client.setQueryData(profileQuery(handle.toLowerCase()).queryKey, null, { updatedAt: askedAt })

/** /profile: the viewer's own. */
export const OwnProfilePage = () => <Profile handle={useRequiredViewer().handle} />

const Profile = ({ handle }: { handle: string }) => {
  const query = useQuery(profileQuery(handle))
  const { data, error, refetch, dataUpdatedAt } = query
  const profile = useProfile(handle)
  const deleted = useIsPersonDeleted(data?.id)
  const missing = deleted || data === null
  // The other person may end the block (LIVE L19).
  useEffect(() => {
    if (!missing) return undefined
    return onResync('a missing profile', async ({ reason }) => {
      if (reason !== 'ready' || dataUpdatedAt < viewerUnchangedSince()) await refetch()
    })
  }, [missing, refetch, dataUpdatedAt])
  usePageTitle(profile ? profileTitle(profile) : `@${handle}`)
  if (missing) return <NoProfile />
  if (profile) return <LoadedProfile profile={profile} />
  if (!error) return <ProfileSkeleton />
  return (
    <ErrorState as="h1" title="This profile would not come out." query={query}>
      The herald lost the scroll on the way.
    </ErrorState>
  )
}

/** There is no such person, or not for this viewer. */
export const NoProfile = () => (
  <EmptyState
    as="h1"
    mascot="jester"
    title={NO_USER}
    action={
      <ButtonLink to="/" variant="primary">
        Go back home
      </ButtonLink>
    }
  >
    Nobody by that name has ever sat here.
  </EmptyState>
)

const LoadedProfile = ({ profile }: { profile: ProfileView }) => {
  useLiveProfile(profile)
  const [params] = useSearchParams()
  const { tabs, current } = tabsFor(profile, params.get('tab'))
  return (
    <>
      <ProfileHeader profile={profile} />
      {profile.viewer.isSelf && <WelcomeSlot />}
      <LinkTabs label="Profile" tabs={tabs} current={current.key} className="px-2" />
      <TabContent key={current.key} Content={current.Content} id={profile.id} handle={profile.handle} />
    </>
  )
}

/**
 * Memoised: a profile that changes while the page is hydrated would make React hydrate the list at once, in
 * one long task.
 */
const TabContent = memo(({ Content, ...person }: Pick<ProfileTab, 'Content'> & ProfileTabProps) => (
  <Suspense fallback={<ListSkeleton label="Loading..." />}>
    <Content {...person} />
  </Suspense>
))

/** The header's shape, and the place of the first posts. */
const ProfileSkeleton = () => (
  <SkeletonGroup label="Loading profile...">
    <div className="s-profile-banner" />
    <div className="px-4 pb-4 sm:px-5">
      <div className="s-profile-row">
        <Skeleton shape="circle" width={96} height={96} className="s-profile-face" />
        <Skeleton shape="block" width={140} height={36} />
      </div>
      <div className="mt-4 flex flex-col gap-2">
        <Skeleton width="45%" height="1.75rem" />
        <Skeleton width="25%" />
        <Skeleton width="80%" className="mt-2" />
        <Skeleton width="35%" />
      </div>
    </div>
  </SkeletonGroup>
)
