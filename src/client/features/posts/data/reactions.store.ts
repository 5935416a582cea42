import type { ReactionEmoji } from '#contract/posts.ts'
import { ApiError } from '#client/live/http.ts'
import { createOverlay } from '#client/live/overlay.ts'
import { afterPaint } from '#client/ui/after-paint.ts'
import { refreshPost } from './open-posts.ts'
import { sendPostReaction } from './posts.api.ts'
import { applyPosts, ownPostPartOf } from './posts.store.ts'

/** By post; null: no reaction. */
const chosen = createOverlay<ReactionEmoji | null>()

/** A hook: the viewer's reaction that the server has not confirmed yet; undefined when no change is pending. */
export const useChosenReaction = chosen.useValue

const storedReaction = (postId: string): ReactionEmoji | null => ownPostPartOf(postId)?.reaction ?? null

/** The viewer's reaction as it is shown: the chosen one, else the stored one. */
export function shownReaction(postId: string): ReactionEmoji | null {
  const choice = chosen.get(postId)
  return choice === undefined ? storedReaction(postId) : choice
}

/** Sets or removes the viewer's reaction, shown at once. Throws ApiError; then the stored reaction shows again. */
export const togglePostReaction = (postId: string, emoji: ReactionEmoji): Promise<void> =>
  chosen.set(postId, shownReaction(postId) === emoji ? null : emoji, (next) => setReaction(postId, next))

async function setReaction(postId: string, emoji: ReactionEmoji | null): Promise<void> {
  await afterPaint()
  try {
    applyPosts([await sendPostReaction(postId, emoji)])
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 0 && error.status < 500)) throw error
    // Without a useful answer it may be written all the same: the post is read again.
    await refreshPost(postId).catch(() => undefined)
    if (storedReaction(postId) !== emoji) throw error
  }
}
