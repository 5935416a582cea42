import type { Types } from 'mongoose'
import { BLOG_MESSAGES } from '#contract/blog.constants.ts'
import type { DecreeReactionsView, PublicDecreeReactionsView } from '#contract/blog.reactions.ts'
import type { ReactionEmoji } from '#contract/posts.ts'
import { BlogModel, decreeLock, type BlogDocument } from '#server/features/blog/blog.model.ts'
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
import { DecreeReactionModel, type DecreeReactionDocument } from './reactions.model.ts'

const rows = reactionRows<DecreeReactionDocument>(DecreeReactionModel, 'decreeId')

type Reacted = Pick<BlogDocument, '_id' | 'published' | 'reactions'>

const FIELDS = { published: 1, reactions: 1 } as const

/** The reactions to a published article. Throws 404 for others. */
export async function reactionsTo(viewer: Viewer | null, id: string): Promise<DecreeReactionsView> {
  const decree = await BlogModel.findOne({ _id: id, published: true }, FIELDS).lean<Reacted>()
  if (!decree) throw notFound(BLOG_MESSAGES.notFound)
  // After the counts, so that it is never older than the rev of the answer.
  const own = viewer && (await DecreeReactionModel.findOne({ userId: viewer.id, decreeId: id }).lean())
  return present(decree, own?.emoji ?? null)
}

const presentPublic = ({ _id, reactions }: Reacted): PublicDecreeReactionsView => ({
  id: _id.toHexString(),
  reactionCounts: reactions?.counts ?? {},
  rev: reactions?.rev ?? 0,
})

const present = (decree: Reacted, reaction: ReactionEmoji | null): DecreeReactionsView => ({
  ...presentPublic(decree),
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
): Promise<DecreeReactionsView> {
  return present(await submitChoice(id, { viewer, emoji }), emoji)
}

const submitChoice = groupCommits<Choice, Reacted>({
  lockOf: decreeLock,
  ownerOf: ({ viewer }) => viewer.id,
  async commit(tx, id, choices) {
    const decree = await BlogModel.findOne({ _id: id, published: true }, FIELDS)
      .session(tx.session)
      .lean<Reacted>()
    if (!decree) return choices.map(() => ({ error: notFound(BLOG_MESSAGES.notFound) }))
    const held = await rows.heldBy(
      tx,
      id,
      choices.map(({ viewer }) => viewer.id),
    )
    const changes = choices
      .map(({ viewer, emoji }) => changeOf(viewer.id, held, () => emoji))
      .filter(({ had, now }) => had !== now)
    const result = changes.length === 0 ? decree : await write(tx, decree, changes)
    return choices.map(() => ({ result }))
  },
})

/** Writes the changes of different people. Returns the article's reactions as they are then. */
async function write(tx: Transaction, decree: Reacted, changes: readonly ReactionChange[]): Promise<Reacted> {
  await rows.write(tx, { decreeId: decree._id }, changes)
  return count(tx, decree, changes)
}

/** Corrects the counts and pushes them. */
async function count(
  tx: Transaction,
  { reactions, ...decree }: Reacted,
  changes: readonly ReactionChange[],
): Promise<Reacted> {
  const after = { counts: countsAfter(reactions?.counts ?? {}, changes), rev: (reactions?.rev ?? 0) + 1 }
  await BlogModel.updateOne({ _id: decree._id }, { $set: { reactions: after } }, { session: tx.session })
  const changed = { ...decree, reactions: after }
  // First, so that a page knows whether the counts that follow have the viewer's own.
  for (const { userId, now } of changes)
    tx.emit('decree:reacted', { userId, reactions: present(changed, now) })
  if (decree.published) tx.emit('decree-reactions:updated', { reactions: presentPublic(changed) })
  return changed
}

/** Withdraws a person's reaction, to a withdrawn article as well. Does nothing without one. */
export async function withdrawArticleReaction(userId: string, id: Types.ObjectId): Promise<void> {
  await oneAtATime(decreeLock(id.toHexString()), () =>
    transact(async (tx) => {
      const change = await rows.take(tx, id.toHexString(), userId)
      const decree = change && (await BlogModel.findById(id, FIELDS).session(tx.session).lean<Reacted>())
      if (change && decree) await count(tx, decree, [change])
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
export const clearReactionsLater = (tx: Transaction, decreeId: string): Promise<void> =>
  clearing.enqueue({ decreeId }, { tx, key: decreeId })
