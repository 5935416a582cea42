import { useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { PageOf } from '#contract/site.first-page.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { Composer } from '#client/features/posts/composer/Composer.tsx'
import { WaitingSlot } from '#client/features/moderation/waiting/WaitingSlot.tsx'
import { WelcomeSlot } from '#client/features/people/welcome/WelcomeSlot.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { lazyComponent } from '#client/ui/lazy-component.ts'
import { LinkTabs } from '#client/ui/LinkTabs.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { FeedFooter } from './FeedFooter.tsx'
import { PostList } from './PostList.tsx'
import { seedPostList } from '#client/features/posts/data/post-lists.ts'
import { FOLLOWING, FOR_YOU } from '#client/features/posts/data/post-sources.ts'

const TABS = [
  { key: 'home', label: 'For you', to: '/' },
  { key: 'following', label: 'Following', to: '/?tab=following' },
]

/** '/' for signed-in people (product section 2, Home feed). */
export const HomePage = () => {
  const viewer = useRequiredViewer()
  const [params] = useSearchParams()
  const tab = params.get('tab') === 'following' ? 'following' : 'home'
  usePageTitle()
  useHeadOfTab(tab)
  return (
    <>
      <h1 className="sr-only">Home</h1>
      <div className="s-feed-head">
        <LinkTabs tabs={TABS} current={tab} label="Feed" fill className="px-2" />
      </div>
      <Composer viewer={viewer} />
      <WelcomeSlot />
      <WaitingSlot />
      {tab === 'home' ? <ForYou /> : <Following />}
      <FeedFooter />
    </>
  )
}

export const seedHome = ({ posts }: PageOf<'home'>, _: unknown, askedAt: number): void =>
  seedPostList(FOR_YOU, posts, askedAt)

const NoPosts = () => (
  <EmptyState mascot="duke" title="No posts yet.">
    The bowl is spotless. Be the first to leave something in it.
  </EmptyState>
)

const ForYou = () => (
  <PostList
    key="home"
    source={FOR_YOU}
    showsSending
    label="For you"
    loading="Loading the throne room..."
    empty={<NoPosts />}
  />
)

const Following = () => (
  <PostList
    key="following"
    source={FOLLOWING}
    label="Following"
    loading="Loading your feed..."
    empty={<NothingFollowed />}
  />
)

const { Late: NothingFollowed } = lazyComponent<object>(
  async () => (await import('./NothingFollowed.tsx')).NothingFollowed,
)

/** Another list is shown from its head. Back restores the position. */
function useHeadOfTab(tab: string): void {
  const shown = useRef(tab)
  useLayoutEffect(() => {
    if (shown.current === tab) return
    shown.current = tab
    window.scrollTo(0, 0)
  }, [tab])
}
