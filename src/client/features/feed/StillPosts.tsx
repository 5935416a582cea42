import type { ShownPost } from '#client/entities/posts/shown-post.ts'
import { PostArticle } from '#client/features/post-card/PostCard.tsx'
import './PostList.css'

/** Posts as they are given, as the first HTML shows them: a list that is not alive yet. */
export const StillPosts = ({ posts, label }: { posts: readonly ShownPost[]; label: string }) => (
  <div role="feed" aria-label={label} className="rf-rows">
    {posts.map((post, index) => (
      <PostArticle key={post.id} post={post} position={index + 1} />
    ))}
  </div>
)
