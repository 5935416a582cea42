import { Types, trusted, type mongo } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { PostView, ReactionEmoji } from '#contract/posts.ts'
import { LIMITS } from '#contract/limits.ts'
import { notifyAll } from '#server/features/notifications/notices.service.ts'
import type { Notice } from '#server/features/notifications/notices.write.ts'
import { withoutHeldBack } from '#server/features/posts/plunger/plunger.present.ts'
import { canSeePost } from '#server/features/posts/posts.policy.ts'
import { presentPost } from '#server/features/posts/posts.present.ts'
import {
  changePost,
  postLock,
  recordsOf,
  type ListedReaction,
  type PostRecord,
} from '#server/features/posts/posts.store.ts'
import { notFound } from '#server/platform/errors.ts'
import { groupCommits } from '#server/platform/group-commit.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { EVERY_EMOJI, REACTIONS_TO, ReactionModel, type ReactionDocument } from './reactions.model.ts'

/** The reaction fields of a post. */
export type ReactionFigures = Pick<PostRecord, 'reactions' | 'reactionCounts' | 'reactionTotal'>

interface Reaction {
  viewer: Viewer
  emoji: ReactionEmoji
}

/** The post after a reaction, and the viewer's reaction to it: null when it was taken back. */
interface Reacted {
  post: PostRecord
  now: ReactionEmoji | null
}

/**
 * Reacts to a post: the same emoji again takes it back, another replaces it (DECISIONS row 12). The reaction,
 * the post's counters and its author's notification are true together. Returns the post as it is then.
 */
export async function reactToPost(viewer: Viewer, postId: string, emoji: ReactionEmoji): Promise<PostView> {
  const { post, now } = await submitReaction(postId, { viewer, emoji })
  return presentPost(post, viewer, now)
}

const submitReaction = groupCommits<Reaction, Reacted>({
  lockOf: postLock,
  ownerOf: ({ viewer }) => viewer.id,
  async commit(tx, postId, reactions) {
    const [before] = await recordsOf([postId], tx)
    const seen = reactions.filter(
      ({ viewer }) => before && canSeePost(viewer, { authorId: before.authorId.toHexString() }),
    )
    const changes = before ? await writeReactions(tx, before, seen) : new Map<string, Reacted>()
    return reactions.map(({ viewer }) => {
      const result = changes.get(viewer.id)
      return result ? { result } : { error: notFound(MESSAGES.postNotFound) }
    })
  },
})

/** Writes reactions of different people to one post. Returns the outcomes by person. */
async function writeReactions(
  tx: Transaction,
  before: PostRecord,
  reactions: readonly Reaction[],
): Promise<Map<string, Reacted>> {
  if (reactions.length === 0) return new Map()
  const postId = before._id.toHexString()
  const changes = await changesOf(tx, before._id, reactions)
  await writeRows(tx, before, changes)
  const post = await changePost(tx, postId, { $set: await figuresAfter(tx, before, changes) })
  for (const { userId, now } of changes)
    tx.emit('post:reacted', { userId, postId, emoji: now, rev: post.rev })
  await notifyAuthor(tx, post, changes)
  return new Map(changes.map(({ userId, now }) => [userId, { post, now }]))
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
      const change = { userId, rowId: had._id, had: had.emoji, now: null }
      const post = await changePost(tx, postId, { $set: await figuresAfter(tx, before, [change]) })
      tx.emit('post:reacted', { userId, postId, emoji: null, rev: post.rev })
    }),
  )
}

/** A person's reaction before and after; null: none. */
interface Change {
  userId: string
  /** Missing where somebody's reaction is withdrawn for them. */
  viewer?: Viewer
  rowId: Types.ObjectId
  had: ReactionEmoji | null
  now: ReactionEmoji | null
}

async function changesOf(
  tx: Transaction,
  postId: Types.ObjectId,
  reactions: readonly Reaction[],
): Promise<Change[]> {
  const userIds = reactions.map(({ viewer }) => new Types.ObjectId(viewer.id))
  const rows = await ReactionModel.find({ postId, userId: trusted({ $in: userIds }) })
    .session(tx.session)
    .lean<ReactionDocument[]>()
  const rowByUser = new Map(rows.map((row) => [row.userId.toHexString(), row]))
  return reactions.map(({ viewer, emoji }) => {
    const row = rowByUser.get(viewer.id)
    const had = row?.emoji ?? null
    return {
      userId: viewer.id,
      viewer,
      rowId: row?._id ?? new Types.ObjectId(),
      had,
      now: had === emoji ? null : emoji,
    }
  })
}

async function writeRows(
  { session }: Transaction,
  post: PostRecord,
  changes: readonly Change[],
): Promise<void> {
  const createdAt = new Date()
  const writes = changes.map(({ userId, rowId, had, now }): mongo.AnyBulkWriteOperation<ReactionDocument> => {
    if (!now) return { deleteOne: { filter: { _id: rowId } } }
    if (had) return { updateOne: { filter: { _id: rowId }, update: { $set: { emoji: now, createdAt } } } }
    const document = {
      _id: rowId,
      postId: post._id,
      userId: new Types.ObjectId(userId),
      emoji: now,
      postAt: post.createdAt,
      createdAt,
    }
    return { insertOne: { document } }
  })
  await ReactionModel.collection.bulkWrite(writes as mongo.AnyBulkWriteOperation[], {
    session,
    ordered: false,
  })
}

/** Based on what the transaction has read: a parallel change makes the store run it again. */
async function figuresAfter(
  tx: Transaction,
  post: PostRecord,
  changes: readonly Change[],
): Promise<ReactionFigures> {
  const reactionCounts = { ...post.reactionCounts }
  let { reactionTotal } = post
  for (const { had, now } of changes) {
    if (had) reactionCounts[had] = (reactionCounts[had] ?? 0) - 1
    if (now) reactionCounts[now] = (reactionCounts[now] ?? 0) + 1
    if (had && reactionCounts[had]! <= 0) delete reactionCounts[had]
    reactionTotal += (now ? 1 : 0) - (had ? 1 : 0)
  }
  const reactions = listedAfter(post.reactions, changes)
  const isCut = reactions.length < Math.min(reactionTotal, LIMITS.reactionsListed)
  return { reactions: isCut ? await newestReactions(tx, post._id) : reactions, reactionCounts, reactionTotal }
}

/** The newest reactions in the order of `newestReactions`: those of one group were made at the same time. */
function listedAfter(listed: readonly ListedReaction[], changes: readonly Change[]): ListedReaction[] {
  const changed = new Set(changes.map(({ userId }) => userId))
  const newest = changes
    .toSorted((a, b) => (a.rowId.toHexString() < b.rowId.toHexString() ? 1 : -1))
    .flatMap(({ userId, now }) => (now ? [{ emoji: now, userId: new Types.ObjectId(userId) }] : []))
  const others = listed.filter(({ userId }) => !changed.has(userId.toHexString()))
  return [...newest, ...others].slice(0, LIMITS.reactionsListed)
}

async function newestReactions({ session }: Transaction, postId: Types.ObjectId): Promise<ListedReaction[]> {
  const rows = await ReactionModel.find(
    { postId, emoji: trusted({ $in: EVERY_EMOJI }) },
    { _id: 0, emoji: 1, userId: 1 },
  )
    .sort({ createdAt: -1, _id: -1 })
    .limit(LIMITS.reactionsListed)
    .hint(REACTIONS_TO)
    .session(session)
    .lean<ListedReaction[]>()
  return rows.map(({ emoji, userId }) => ({ emoji, userId }))
}

/** A person is announced to the author once for each post, however often they change their reaction. */
const notifyAuthor = (tx: Transaction, post: PostRecord, changes: readonly Change[]): Promise<void> => {
  const postId = post._id.toHexString()
  const notices = changes.flatMap(({ viewer, now: emoji }): Notice[] => {
    if (!viewer || !emoji) return []
    return [
      {
        userId: post.authorId.toHexString(),
        actor: cardOf(viewer),
        type: 'REACTION',
        data: { reactorDisplayName: viewer.displayName, reactorHandle: viewer.handle, emoji, postId },
        message: `${viewer.displayName} reacted ${emoji} to your post`,
        dedupeKey: `reaction:${postId}:${viewer.id}`,
      },
    ]
  })
  return notifyAll(tx, withoutHeldBack(post, notices))
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
