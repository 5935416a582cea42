import { Types, trusted } from 'mongoose'
import type { PostView, ReactionEmoji } from '#contract/posts.ts'
import { LIMITS } from '#contract/limits.ts'
import { notify } from '#server/features/notifications/notifications.service.ts'
import { presentPost } from '#server/features/posts/posts.present.ts'
import {
  changePost,
  postLock,
  recordsOf,
  visiblePost,
  type ListedReaction,
  type PostRecord,
} from '#server/features/posts/posts.store.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { ReactionModel, type ReactionDocument } from './reactions.model.ts'

/** The reaction fields of a post. */
export type ReactionFigures = Pick<PostRecord, 'reactions' | 'reactionCounts' | 'reactionTotal'>

/**
 * Reacts to a post: the same emoji again withdraws it, another one replaces it (DECISIONS row 12). Writes the
 * reaction, the post's counters and the notification in one transaction. Returns the changed post.
 */
export async function reactToPost(viewer: Viewer, postId: string, emoji: ReactionEmoji): Promise<PostView> {
  const { post, now } = await oneAtATime(postLock(postId), () =>
    transact(async (tx) => {
      const before = await visiblePost(viewer, postId, tx)
      const had = await ReactionModel.findOne({ userId: viewer.id, postId })
        .session(tx.session)
        .lean<ReactionDocument>()
      const now = had?.emoji === emoji ? null : emoji
      await writeReaction(tx, { userId: viewer.id, postId, postAt: before.createdAt, had, now })
      const post = await changePost(tx, postId, {
        $set: await figuresAfter(tx, before, viewer.id, had?.emoji ?? null, now),
      })
      tx.emit('post:reacted', { userId: viewer.id, postId, emoji: now, rev: post.rev })
      if (now) await notifyAuthor(tx, viewer, post, now)
      return { post, now }
    }),
  )
  return presentPost(post, viewer, now)
}

/**
 * Withdraws a person's reaction without a check of rights. Does nothing without a reaction, or for a deleted
 * post.
 */
export async function withdrawReaction(userId: string, postId: string): Promise<void> {
  await oneAtATime(postLock(postId), () =>
    transact(async (tx) => {
      const had = await ReactionModel.findOneAndDelete(
        { userId, postId },
        { session: tx.session },
      ).lean<ReactionDocument>()
      const [before] = had ? await recordsOf([postId], tx) : []
      if (!had || !before) return
      const post = await changePost(tx, postId, {
        $set: await figuresAfter(tx, before, userId, had.emoji, null),
      })
      tx.emit('post:reacted', { userId, postId, emoji: null, rev: post.rev })
    }),
  )
}

interface Step {
  userId: string
  postId: string
  postAt: Date
  had: ReactionDocument | null
  now: ReactionEmoji | null
}

async function writeReaction(
  { session }: Transaction,
  { userId, postId, postAt, had, now }: Step,
): Promise<void> {
  const createdAt = new Date()
  if (had && !now) await ReactionModel.deleteOne({ _id: had._id }, { session })
  else if (had && now)
    await ReactionModel.updateOne({ _id: had._id }, { $set: { emoji: now, createdAt } }, { session })
  else if (now) {
    const row = {
      _id: new Types.ObjectId(),
      postId: new Types.ObjectId(postId),
      userId: new Types.ObjectId(userId),
      emoji: now,
      postAt,
      createdAt,
    }
    await ReactionModel.insertMany([row], { session, lean: true })
  }
}

/** Based on what the transaction has read: a parallel change makes the store run it again. */
async function figuresAfter(
  tx: Transaction,
  post: PostRecord,
  userId: string,
  had: ReactionEmoji | null,
  now: ReactionEmoji | null,
): Promise<ReactionFigures> {
  const reactionCounts = { ...post.reactionCounts }
  if (had) reactionCounts[had] = (reactionCounts[had] ?? 0) - 1
  if (now) reactionCounts[now] = (reactionCounts[now] ?? 0) + 1
  if (had && reactionCounts[had]! <= 0) delete reactionCounts[had]
  const reactionTotal = post.reactionTotal + (now ? 1 : 0) - (had ? 1 : 0)
  const others = post.reactions.filter((listed) => listed.userId.toHexString() !== userId)
  const reactions = now
    ? [{ emoji: now, userId: new Types.ObjectId(userId) }, ...others].slice(0, LIMITS.reactionsListed)
    : others
  const isCut = reactions.length < Math.min(reactionTotal, LIMITS.reactionsListed)
  return { reactions: isCut ? await newestReactions(tx, post._id) : reactions, reactionCounts, reactionTotal }
}

async function newestReactions({ session }: Transaction, postId: Types.ObjectId): Promise<ListedReaction[]> {
  const rows = await ReactionModel.find({ postId }, { _id: 0, emoji: 1, userId: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(LIMITS.reactionsListed)
    .session(session)
    .lean<ListedReaction[]>()
  return rows.map(({ emoji, userId }) => ({ emoji, userId }))
}

/** Once for each post and person, however often the reaction changes. */
const notifyAuthor = (tx: Transaction, viewer: Viewer, post: PostRecord, emoji: ReactionEmoji) => {
  const postId = post._id.toHexString()
  return notify(tx, {
    userId: post.authorId.toHexString(),
    actor: cardOf(viewer),
    type: 'REACTION',
    data: { reactorDisplayName: viewer.displayName, reactorHandle: viewer.handle, emoji, postId },
    message: `${viewer.displayName} reacted ${emoji} to your post`,
    dedupeKey: `reaction:${postId}:${viewer.id}`,
  })
}

/** The counters computed from the stored reactions, for the recount. */
export async function countReactions(tx: Transaction, postId: string): Promise<ReactionFigures> {
  const _id = new Types.ObjectId(postId)
  const groups = await ReactionModel.aggregate<{ _id: ReactionEmoji; count: number }>([
    { $match: { postId: _id } },
    { $group: { _id: '$emoji', count: { $sum: 1 } } },
  ]).session(tx.session)
  return {
    reactions: await newestReactions(tx, _id),
    reactionCounts: Object.fromEntries(groups.map(({ _id: emoji, count }) => [emoji, count])),
    reactionTotal: groups.reduce((sum, { count }) => sum + count, 0),
  }
}

const GROUP = 1000

/** Deletes the reactions of a deleted post, in portions so that other writes do not wait. */
export async function removeReactionsOf(postId: string): Promise<void> {
  for (;;) {
    const rows = await ReactionModel.find({ postId }, { _id: 1 })
      .limit(GROUP)
      .lean<Pick<ReactionDocument, '_id'>[]>()
    if (rows.length === 0) return
    await ReactionModel.deleteMany({ _id: trusted({ $in: rows.map(({ _id }) => _id) }) })
  }
}

export const countAllReactions = (): Promise<number> => ReactionModel.estimatedDocumentCount()
