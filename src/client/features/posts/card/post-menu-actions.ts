import { sentenceOf } from '#client/live/http.ts'
import { deletePost, markNsfw } from '#client/features/posts/data/posts.actions.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { toast } from '#client/ui/toast.ts'
import { failed } from './post-actions.ts'

/** True when the post is gone. */
export async function removePost(post: ShownPost): Promise<boolean> {
  try {
    await deletePost(post)
    toast({ title: 'Post deleted' })
    return true
  } catch (error) {
    failed('Failed to delete post', sentenceOf(error))
    return false
  }
}

export async function toggleNsfw({ id, nsfw }: ShownPost): Promise<void> {
  try {
    await markNsfw(id, !nsfw)
    toast({ title: 'NSFW status updated' })
  } catch (error) {
    failed('Failed to update NSFW status', sentenceOf(error))
  }
}
