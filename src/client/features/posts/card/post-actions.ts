import type { ReactionEmoji } from '#contract/posts.ts'
import { runWrite } from '#client/live/use-write.ts'
import { togglePostReaction } from '#client/features/posts/data/reactions.store.ts'
import { askToLogIn } from '#client/features/account/data/viewer/ask-to-log-in.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'

/** Toggles a reaction. Shows a toast when it fails (product sections 5 and 8). */
export async function reactToPost(id: string, emoji: ReactionEmoji): Promise<void> {
  if (!currentViewer())
    return askToLogIn('Please log in to react to posts.', { act: { kind: 'react', id, emoji } })
  await runWrite({
    write: () => togglePostReaction(id, emoji),
    failed: { title: 'Reaction failed', fallback: 'Failed to react to post' },
  })
}
