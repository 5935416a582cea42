import { deletePost, markNsfw } from '#client/features/posts/data/posts.actions.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { runWrite } from '#client/live/use-write.ts'
import type { Write } from '#client/live/use-write.ts'

export const deleteWrite = (post: ShownPost): Write<void> => ({
  write: () => deletePost(post),
  done: 'Post deleted',
  failed: 'Failed to delete post',
})

export const toggleNsfw = ({ id, nsfw }: ShownPost): Promise<boolean> =>
  runWrite({
    write: () => markNsfw(id, !nsfw),
    done: 'NSFW status updated',
    failed: 'Failed to update NSFW status',
  })
