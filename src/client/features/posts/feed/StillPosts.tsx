import { PAGE } from '#contract/limits.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { InFirstSight } from '#client/features/media/StillPhoto.tsx'
import { PostArticle } from '#client/features/posts/card/PostCard.tsx'
import { ListEnd } from './ListEnd.tsx'
import './PostList.css'

/** Buttons wait for the page. */
const later = () => undefined

interface StillPostsProps {
  posts: readonly ShownPost[]
  label: string
  /** Whether the list goes on after these. */
  more?: boolean
}

/** Posts as they are given, as the first HTML shows them: a list that is not alive yet. */
export const StillPosts = ({ posts, label, more = posts.length >= PAGE.posts }: StillPostsProps) => {
  // Below a picture there is no more room on a phone's screen, below a text there mostly is.
  const firstSight = posts[0]?.mediaUrl === null ? 1 : 0
  return (
    <>
      <div role="feed" aria-label={label} className="rf-rows rf-rows-still">
        {posts.map((post, index) => (
          <InFirstSight key={post.id} value={index <= firstSight}>
            <PostArticle post={post} position={index + 1} />
          </InFirstSight>
        ))}
      </div>
      {posts.length > 0 && <ListEnd hasMore={more} loading={false} failed={false} onMore={later} />}
    </>
  )
}
