import type { ReactionEmoji } from '#contract/posts.ts'
import { sendReaction } from './posts.api.ts'
import { dropWantedReaction, wantReaction, wantedReaction } from './posts.overlay.ts'
import { ownPartOf, takePosts } from './posts.store.ts'

/** Calls one wish may cost before it gives way: another tab may be toggling the same reaction. */
const MOST_CALLS = 5

const underWay = new Set<string>()

/** The viewer's reaction as it is shown: the wish, or else the truth. */
export const shownReaction = (postId: string): ReactionEmoji | null =>
  wantedReaction(postId) ?? (wantedReaction(postId) === null ? null : (ownPartOf(postId)?.reaction ?? null))

/**
 * Sets or takes back the viewer's reaction, shown at once. The call itself is a toggle, so calls of one post
 * go one after the other until the server says what was last wished for: a fast double click ends as it
 * began.
 * Throws ApiError to who began; the wish is dropped then, and the truth shows again.
 */
export async function toggleReaction(postId: string, emoji: ReactionEmoji): Promise<void> {
  wantReaction(postId, shownReaction(postId) === emoji ? null : emoji)
  if (underWay.has(postId)) return
  underWay.add(postId)
  try {
    await settle(postId)
  } finally {
    underWay.delete(postId)
    dropWantedReaction(postId)
  }
}

async function settle(postId: string): Promise<void> {
  for (let calls = 0; calls < MOST_CALLS; calls += 1) {
    const wanted = wantedReaction(postId)
    const held = ownPartOf(postId)?.reaction ?? null
    const next = wanted ?? held
    // Forgotten meanwhile (another person is here now), or fulfilled.
    if (wanted === undefined || wanted === held || next === null) return
    takePosts([await sendReaction(postId, next)])
  }
}
