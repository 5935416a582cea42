import type { ComponentType } from 'react'
import type { ProfileView } from '#contract/people.ts'
import { PostsTab } from './PostsTab.tsx'
import { lazyComponent } from '#client/ui/lazy-component.ts'

/** Whose profile. Both never change, so a change of the profile does not render the tab again. */
export interface ProfileTabProps {
  id: string
  handle: string
}

/** One tab of a profile. The posts come with the page; the other tabs are loaded when they are opened. */
export interface ProfileTab {
  key: string
  label: string
  to: string
  Content: ComponentType<ProfileTabProps>
}

const tab = (key: string, label: string, Content: ProfileTab['Content']): ProfileTab => ({
  key,
  label,
  to: `?tab=${key}`,
  Content,
})

const lazyTab = (key: string, label: string, load: () => Promise<ProfileTab['Content']>): ProfileTab =>
  tab(key, label, lazyComponent(load).Component)

const POSTS = tab('posts', 'Posts', PostsTab)
/** The tabs for everybody. */
export const PUBLIC_TABS = [
  POSTS,
  lazyTab('replies', 'Replies', async () => (await import('./RepliesTab.tsx')).RepliesTab),
  lazyTab('media', 'Media', async () => (await import('./MediaTab.tsx')).MediaTab),
  lazyTab('likes', 'Likes', async () => (await import('./LikesTab.tsx')).LikesTab),
]
const OWN_TABS = [
  ...PUBLIC_TABS,
  lazyTab(
    'settings',
    'Settings',
    async () => (await import('../../../features/people/profile/ProfileSettings.tsx')).ProfileSettings,
  ),
]
/** Opened by the counts. While one of them is open, the row of tabs leads back. */
const FOLLOW_TABS = [
  lazyTab('following', 'Following', async () => (await import('./FollowsTab.tsx')).FollowingTab),
  lazyTab('followers', 'Followers', async () => (await import('./FollowsTab.tsx')).FollowersTab),
]

/** The row of tabs at an address, and the selected tab; the posts when the address names none. */
export function tabsFor(
  profile: ProfileView,
  wanted: string | null,
): { tabs: readonly ProfileTab[]; current: ProfileTab } {
  const isAboutFollows = FOLLOW_TABS.some(({ key }) => key === wanted)
  const tabs = isAboutFollows ? [POSTS, ...FOLLOW_TABS] : profile.viewer.isSelf ? OWN_TABS : PUBLIC_TABS
  return { tabs, current: tabs.find(({ key }) => key === wanted) ?? POSTS }
}
