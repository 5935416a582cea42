import { Navigate } from 'react-router-dom'
import { useIsSignedIn } from '#client/entities/viewer/viewer.store.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { FeedFooter } from './FeedFooter.tsx'
import { PostList } from './PostList.tsx'
import { FOR_YOU } from './sources.ts'

/** /feed: 'For you' for visitors (DECISIONS row 3). Who is signed in has it at home. */
export const FeedPage = () => {
  usePageTitle('For you')
  return useIsSignedIn() ? <Navigate to="/" replace /> : <VisitorsFeed />
}

const VisitorsFeed = () => (
  <>
    <div className="rf-feed-head">
      <h1 className="rf-feed-title">For you</h1>
    </div>
    <PostList
      source={FOR_YOU}
      topic="feed"
      label="For you"
      loading="Loading the throne room..."
      empty={
        <EmptyState mascot="duke" title="No posts yet." action={<ButtonLink to="/register">Take a seat</ButtonLink>}>
          The bowl is spotless. Somebody has to be the first.
        </EmptyState>
      }
    />
    <FeedFooter />
  </>
)
