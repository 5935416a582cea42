import { z } from 'zod'
import { GivenReaction, ReactionCounts, ReactionEmoji } from './posts.ts'
import { Id, Rev } from './primitives.ts'

/**
 * The reactions to a blog article: a record of its own, so that a reaction neither sends the text again nor stands
 * in the way of an admin who saves it. `id`: of the article.
 */
export const PublicArticleReactionsView = z.object({ id: Id, reactionCounts: ReactionCounts, rev: Rev })
export type PublicArticleReactionsView = z.infer<typeof PublicArticleReactionsView>

/** The same with the viewer's own; sent by REST and to `user:{id}` only (LIVE L16). */
export const ArticleReactionsView = PublicArticleReactionsView.extend({
  viewer: z.object({ reaction: ReactionEmoji.nullable() }),
}).meta({ id: 'DecreeReactions' })
export type ArticleReactionsView = z.infer<typeof ArticleReactionsView>

/** PUT /api/blog/posts/{id}/reaction: null takes it back. The same choice again changes nothing. */
export const ArticleReactionInput = z
  .object({ emoji: GivenReaction.nullable() })
  .meta({ id: 'DecreeReactionInput' })
