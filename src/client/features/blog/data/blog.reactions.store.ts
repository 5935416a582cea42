import type { ArticleReactionsView, PublicArticleReactionsView } from '#contract/blog.reactions.ts'
import type { ReactionCounts, ReactionEmoji } from '#contract/posts.ts'
import { countsWith } from '#client/features/posts/data/own-reaction.ts'
import { createCollection } from '#client/live/collection.ts'
import { api } from '#client/live/http.ts'
import type { LiveEvent } from '#client/live/registry.ts'
import { createOverlay } from '#client/live/overlay.ts'
import { afterPaint } from '#client/ui/after-paint.ts'

const MAX_ARTICLES = 200

/** By article. */
const counts = createCollection<PublicArticleReactionsView>({ limit: MAX_ARTICLES })
/** The viewer's own, and the rev of the counts that include it (LIVE L16). */
interface OwnReaction {
  id: string
  rev: number
  reaction: ReactionEmoji | null
}
const own = createCollection<OwnReaction>({ limit: MAX_ARTICLES })

function apply({ viewer, ...record }: ArticleReactionsView): void {
  own.apply([{ id: record.id, rev: record.rev, reaction: viewer.reaction }])
  counts.apply([record])
}

/** Loads the reactions to an article. Throws ApiError. */
export async function loadReactions(id: string, signal?: AbortSignal): Promise<void> {
  // A push that overtakes the answer is newer than it, and is applied to what is known.
  if (!counts.get(id)) counts.apply([{ id, reactionCounts: {}, rev: -1 }])
  apply(await api.get<ArticleReactionsView>(`/api/blog/posts/${id}/reactions`, undefined, signal))
}

/** Null: no reaction. */
const chosen = createOverlay<ReactionEmoji | null>()

interface ShownReactions {
  counts: ReactionCounts
  own: ReactionEmoji | null
  /** It is known whether the viewer has reacted. */
  known: boolean
}

function withChosen(
  record: PublicArticleReactionsView | undefined,
  stored: OwnReaction | undefined,
  choice: ReactionEmoji | null | undefined,
): ShownReactions {
  const reaction = stored?.reaction ?? null
  const shown = choice === undefined ? reaction : choice
  return {
    counts: countsWith(record?.reactionCounts ?? {}, reaction, shown),
    own: shown,
    known: stored !== undefined,
  }
}

/** The reactions to an article with the viewer's pending change. */
export const shownReactions = (id: string): ShownReactions =>
  withChosen(counts.get(id), own.get(id), chosen.get(id))

/** The same, up to date. */
export const useArticleReactions = (id: string): ShownReactions =>
  withChosen(
    counts.use(({ records }) => records.get(id)),
    own.use(({ records }) => records.get(id)),
    chosen.useValue(id),
  )

/** Gives an article the viewer's reaction, or takes the same one back, shown at once. Throws ApiError. */
export const toggleArticleReaction = (id: string, emoji: ReactionEmoji): Promise<void> =>
  chosen.set(id, shownReactions(id).own === emoji ? null : emoji, async (next) => {
    await afterPaint()
    apply(await api.put<ArticleReactionsView>(`/api/blog/posts/${id}/reaction`, { emoji: next }))
  })

export const onArticleReactionsUpdated = ({ reactions }: LiveEvent<'decree-reactions:updated'>): void =>
  counts.applyKnown(reactions)

export const onArticleReacted = ({ reactions }: LiveEvent<'decree:reacted'>): void => {
  if (own.get(reactions.id)) apply(reactions)
}
