import { TIMINGS } from '#contract/limits.ts'
import { deletePost, markNsfw, restorePost } from '#client/features/posts/data/posts.actions.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { runWrite } from '#client/live/use-write.ts'
import type { Write } from '#client/live/use-write.ts'

/** Deletes the viewer's own post at once, and offers to bring it back. */
export async function deleteOwn(post: ShownPost, onGone: (() => void) | undefined): Promise<void> {
  const undo = { label: 'Undo', onSelect: () => void bringBack(post) }
  const done = () => ({ title: 'Post deleted', action: undo, durationMs: TIMINGS.undoOffer })
  if (await runWrite({ ...deleteWrite(post), done })) onGone?.()
}

const bringBack = ({ id }: ShownPost): Promise<boolean> =>
  runWrite({
    write: () => restorePost(id),
    done: () => ({ title: 'Post brought back', action: { label: 'Open', to: `/p/${id}` } }),
    failed: 'Failed to bring the post back',
  })

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
