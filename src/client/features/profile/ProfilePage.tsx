import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router-dom'
import type { ProfileView } from '#contract/users.ts'
import { loadProfile, useLiveProfile } from '#client/entities/users/users.live.ts'
import { useProfile } from '#client/entities/users/users.store.ts'
import { useRequiredViewer } from '#client/entities/viewer/viewer.store.ts'
import { ProfilePosts } from '#client/features/feed/ProfilePosts.tsx'
import { ApiError } from '#client/live/http.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { LinkTabs } from '#client/ui/LinkTabs.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { ProfileHeader } from './ProfileHeader.tsx'
import { ProfileSettings } from './ProfileSettings.tsx'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'

/** /u/{handle} */
export const ProfilePage = () => <Profile handle={(useParams()['handle'] ?? '').toLowerCase()} />

/** /profile: the viewer's own. */
export const OwnProfilePage = () => <Profile handle={useRequiredViewer().handle} />

const Profile = ({ handle }: { handle: string }) => {
  // Pushed only while it is on screen, so what was fetched earlier is asked for again.
  const { error, isFetching, refetch } = useQuery({ queryKey: ['profile', handle], queryFn: () => loadProfile(handle), staleTime: 0 })
  const profile = useProfile(handle)
  usePageTitle(profile ? `${profile.displayName} (@${profile.handle})` : `@${handle}`)
  if (error instanceof ApiError && error.status === 404) return <Unknown />
  if (profile) return <Known profile={profile} />
  if (!error) return <ProfileSkeleton />
  return (
    <ErrorState as="h1" title="This profile would not come out." onRetry={() => void refetch()} retrying={isFetching}>
      The herald lost the scroll on the way.
    </ErrorState>
  )
}

const Unknown = () => (
  <EmptyState
    as="h1"
    mascot="jester"
    title="User not found"
    action={
      <ButtonLink to="/" variant="primary">
        Go back home
      </ButtonLink>
    }
  >
    Nobody by that name has ever sat here.
  </EmptyState>
)

const POSTS = { key: 'posts', label: 'Posts', to: '?tab=posts' }
const SETTINGS = { key: 'settings', label: 'Settings', to: '?tab=settings' }

const Known = ({ profile }: { profile: ProfileView }) => {
  useLiveProfile(profile)
  const [params] = useSearchParams()
  const tabs = profile.viewer.isSelf ? [POSTS, SETTINGS] : [POSTS]
  const current = tabs.find(({ key }) => key === params.get('tab'))?.key ?? 'posts'
  return (
    <>
      <ProfileHeader profile={profile} />
      <LinkTabs label="Profile" tabs={tabs} current={current} className="px-2" />
      {current === 'settings' ? <ProfileSettings /> : <ProfilePosts handle={profile.handle} />}
    </>
  )
}
