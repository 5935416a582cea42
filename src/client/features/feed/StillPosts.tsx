import { PAGE } from '#contract/limits.ts'
import type { ShownPost } from '#client/entities/posts/shown-post.ts'
import { PostArticle } from '#client/features/post-card/PostCard.tsx'
import { ListEnd } from './ListEnd.tsx'
import './PostList.css'

/** Buttons wait for the page. */
const later = () => undefined

/** Posts as they are given, as the first HTML shows them: a list that is not alive yet. */
export const StillPosts = ({ posts, label }: { posts: readonly ShownPost[]; label: string }) => (
  <>
    <div role="feed" aria-label={label} className="rf-rows">
      {posts.map((post, index) => (
        <PostArticle key={post.id} post={post} position={index + 1} />
      ))}
    </div>
    {posts.length > 0 && <ListEnd hasMore={posts.length >= PAGE.posts} loading={false} failed={false} onMore={later} />}
  </>
)
