import { Navigate } from 'react-router-dom'
import type { PageOf } from '#contract/site.first-page.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { FeedFooter } from './FeedFooter.tsx'
import { PostList } from './PostList.tsx'
import { seedPostList } from '#client/features/posts/data/post-lists.ts'
import { FOR_YOU } from '#client/features/posts/data/post-sources.ts'

/** /feed: 'For you' for visitors (DECISIONS row 3). Signed-in people have this list on their home page. */
export const FeedPage = () => {
  usePageTitle(TITLES['/feed'])
  return useIsSignedIn() ? <Navigate to="/" replace /> : <VisitorsFeed />
}

export const seedFeed = ({ posts }: PageOf<'feed'>, _: unknown, askedAt: number): void =>
  seedPostList(FOR_YOU, posts, askedAt)

const Head = () => (
  <div className="s-feed-head">
    <h1 className="s-feed-title">For you</h1>
  </div>
)

const NoPosts = () => (
  <EmptyState
    mascot="duke"
    title="No posts yet."
    action={<ButtonLink to="/register">Take a seat</ButtonLink>}
  >
    The bowl is spotless. Somebody has to be the first.
  </EmptyState>
)

const VisitorsFeed = () => (
  <>
    <Head />
    <PostList source={FOR_YOU} label="For you" loading="Loading the throne room..." empty={<NoPosts />} />
    <FeedFooter />
  </>
)
