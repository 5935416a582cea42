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
import { FollowsTab } from './FollowsTab.tsx'
import { LikesTab } from './LikesTab.tsx'
import { MediaTab } from './MediaTab.tsx'
import { ProfileHeader } from './ProfileHeader.tsx'
import { ProfileSettings } from './ProfileSettings.tsx'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'
import { RepliesTab } from './RepliesTab.tsx'

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

const tab = (key: string, label: string) => ({ key, label, to: `?tab=${key}` })

const TABS = [tab('posts', 'Posts'), tab('replies', 'Replies'), tab('media', 'Media'), tab('likes', 'Likes')]
const OWN_TABS = [...TABS, tab('settings', 'Settings')]
/** Opened by the counts; while they are, the row leads back. */
const FOLLOW_TABS = [tab('posts', 'Posts'), tab('following', 'Following'), tab('followers', 'Followers')]

function tabsFor(profile: ProfileView, wanted: string | null) {
  const tabs = wanted === 'following' || wanted === 'followers' ? FOLLOW_TABS : profile.viewer.isSelf ? OWN_TABS : TABS
  return { tabs, current: tabs.find(({ key }) => key === wanted)?.key ?? 'posts' }
}

const Known = ({ profile }: { profile: ProfileView }) => {
  useLiveProfile(profile)
  const [params] = useSearchParams()
  const { tabs, current } = tabsFor(profile, params.get('tab'))
  return (
    <>
      <ProfileHeader profile={profile} />
      <LinkTabs label="Profile" tabs={tabs} current={current} className="px-2" />
      <TabContent profile={profile} tab={current} />
    </>
  )
}

const TabContent = ({ profile, tab: current }: { profile: ProfileView; tab: string }) => {
  const { handle } = profile
  if (current === 'replies') return <RepliesTab handle={handle} />
  if (current === 'media') return <MediaTab handle={handle} />
  if (current === 'likes') return <LikesTab handle={handle} />
  if (current === 'settings') return <ProfileSettings />
  if (current === 'following' || current === 'followers') return <FollowsTab key={current} profile={profile} side={current} />
  return <ProfilePosts handle={handle} />
}
