import type { PublicPostView, ReactionCounts, ReactionEmoji } from '#contract/posts.ts'

/**
 * The viewer's reaction, as far as the shared form of a post shows it: `reactions` lists the newest 100
 * (DECISIONS row 12), which is complete for nearly every post. undefined: the list is cut and the viewer is
 * not in it, so the reaction is unknown.
 */
export function ownReactionIn(
  post: PublicPostView,
  viewerId: string | null,
): ReactionEmoji | null | undefined {
  if (!viewerId) return null
  const listed = post.reactions.find(({ userId }) => userId === viewerId)
  if (listed) return listed.emoji
  return post.reactions.length >= post._count.reactions ? null : undefined
}

/** The counts after a change from `counted` to `wanted`, as optimistic updates show them. */
export function countsWith(
  counts: ReactionCounts,
  counted: ReactionEmoji | null,
  wanted: ReactionEmoji | null,
): ReactionCounts {
  if (counted === wanted) return counts
  const shown = { ...counts }
  if (counted) {
    const left = (shown[counted] ?? 0) - 1
    if (left > 0) shown[counted] = left
    else delete shown[counted]
  }
  if (wanted) shown[wanted] = (shown[wanted] ?? 0) + 1
  return shown
}
