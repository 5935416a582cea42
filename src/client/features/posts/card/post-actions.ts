import type { ReactionEmoji } from '#contract/posts.ts'
import { sentenceOf } from '#client/live/http.ts'
import { toggleReaction } from '#client/features/posts/data/posts.actions.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { askToLogIn } from '#client/features/account/data/viewer/ask-to-log-in.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { toast } from '#client/ui/toast.ts'

/** Toggles a reaction. Shows a toast when it fails (product sections 5 and 8). */
export async function react(post: ShownPost, emoji: ReactionEmoji): Promise<void> {
  if (!currentViewer()) return askToLogIn('Please log in to react to posts.')
  try {
    await toggleReaction(post.id, emoji)
  } catch (error) {
    failed('Reaction failed', sentenceOf(error, 'Failed to react to post'))
  }
}

export const failed = (title: string, description: string): void =>
  void toast({ variant: 'destructive', title, description })
