import type { Types } from 'mongoose'
import { BLOG_MESSAGES } from '#contract/blog.constants.ts'
import type { ArticleReactionsView, PublicArticleReactionsView } from '#contract/blog.reactions.ts'
import type { ReactionEmoji } from '#contract/posts.ts'
import { BlogModel, articleLock, type BlogDocument } from '#server/features/blog/blog.model.ts'
import {
  changeOf,
  countsAfter,
  reactionRows,
  type ReactionChange,
} from '#server/features/posts/reactions/reaction-rows.ts'
import { notFound } from '#server/platform/errors.ts'
import { groupCommits } from '#server/platform/group-commit.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { ArticleReactionModel, type ArticleReactionDocument } from './reactions.model.ts'

const rows = reactionRows<ArticleReactionDocument>(ArticleReactionModel, 'decreeId')

type Reacted = Pick<BlogDocument, '_id' | 'published' | 'reactions'>

const FIELDS = { published: 1, reactions: 1 } as const

/** The reactions to a published article. Throws 404 for others. */
export async function reactionsTo(viewer: Viewer | null, id: string): Promise<ArticleReactionsView> {
  const article = await BlogModel.findOne({ _id: id, published: true }, FIELDS).lean<Reacted>()
  if (!article) throw notFound(BLOG_MESSAGES.notFound)
  // After the counts, so that it is never older than the rev of the answer.
  const own = viewer && (await ArticleReactionModel.findOne({ userId: viewer.id, decreeId: id }).lean())
  return present(article, own?.emoji ?? null)
}

const presentPublic = ({ _id, reactions }: Reacted): PublicArticleReactionsView => ({
  id: _id.toHexString(),
  reactionCounts: reactions?.counts ?? {},
  rev: reactions?.rev ?? 0,
})

const present = (article: Reacted, reaction: ReactionEmoji | null): ArticleReactionsView => ({
  ...presentPublic(article),
  viewer: { reaction },
})

interface Choice {
  viewer: Viewer
  emoji: ReactionEmoji | null
}

/**
 * Sets the viewer's reaction to a published article, or takes it back. The same choice again changes nothing. The row
 * and the article's counts are true together; nobody is notified (DECISIONS row 440). Throws 404 for others.
 */
export async function setReaction(
  viewer: Viewer,
  id: string,
  emoji: ReactionEmoji | null,
): Promise<ArticleReactionsView> {
  return present(await submitChoice(id, { viewer, emoji }), emoji)
}

const submitChoice = groupCommits<Choice, Reacted>({
  lockOf: articleLock,
  ownerOf: ({ viewer }) => viewer.id,
  async commit(tx, id, choices) {
    const article = await BlogModel.findOne({ _id: id, published: true }, FIELDS)
      .session(tx.session)
      .lean<Reacted>()
    if (!article) return choices.map(() => ({ error: notFound(BLOG_MESSAGES.notFound) }))
    const held = await rows.heldBy(
      tx,
      id,
      choices.map(({ viewer }) => viewer.id),
    )
    const changes = choices
      .map(({ viewer, emoji }) => changeOf(viewer.id, held, () => emoji))
      .filter(({ had, now }) => had !== now)
    const result = changes.length === 0 ? article : await write(tx, article, changes)
    return choices.map(() => ({ result }))
  },
})

/** Writes the changes of different people. Returns the article's reactions as they are then. */
async function write(
  tx: Transaction,
  article: Reacted,
  changes: readonly ReactionChange[],
): Promise<Reacted> {
  await rows.write(tx, { decreeId: article._id }, changes)
  return count(tx, article, changes)
}

/** Corrects the counts and pushes them. */
async function count(
  tx: Transaction,
  { reactions, ...article }: Reacted,
  changes: readonly ReactionChange[],
): Promise<Reacted> {
  const after = { counts: countsAfter(reactions?.counts ?? {}, changes), rev: (reactions?.rev ?? 0) + 1 }
  await BlogModel.updateOne({ _id: article._id }, { $set: { reactions: after } }, { session: tx.session })
  const changed = { ...article, reactions: after }
  // First, so that a page knows whether the counts that follow have the viewer's own.
  for (const { userId, now } of changes)
    tx.emit('decree:reacted', { userId, reactions: present(changed, now) })
  if (article.published) tx.emit('decree-reactions:updated', { reactions: presentPublic(changed) })
  return changed
}

/** Withdraws a person's reaction, to a withdrawn article as well. Does nothing without one. */
export async function withdrawArticleReaction(userId: string, id: Types.ObjectId): Promise<void> {
  await oneAtATime(articleLock(id.toHexString()), () =>
    transact(async (tx) => {
      const change = await rows.take(tx, id.toHexString(), userId)
      const article = change && (await BlogModel.findById(id, FIELDS).session(tx.session).lean<Reacted>())
      if (change && article) await count(tx, article, [change])
    }),
  )
}

/** There may be very many: too many for the transaction that deletes the article. */
const clearing = defineJob<{ decreeId: string }>({
  kind: 'clear-decree',
  does: 'Deletes the reactions of a deleted article.',
  isObligation: true,
  run: ({ decreeId }) => rows.removeAll(decreeId),
})

/** Deletes the reactions to an article that is deleted, after this commit. */
export const clearReactionsLater = (tx: Transaction, articleId: string): Promise<void> =>
  clearing.enqueue({ decreeId: articleId }, { tx, key: articleId })
