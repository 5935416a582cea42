import { Types, trusted } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { ReactionEmoji } from '#contract/posts.ts'
import { LIMITS } from '#contract/limits.ts'
import { notifyAll } from '#server/features/notifications/notices.service.ts'
import type { Notice } from '#server/features/notifications/notices-write.ts'
import { withdrawKeys } from '#server/features/notifications/withdrawal.ts'
import { cachedPostOf } from '#server/features/posts/cached-posts.ts'
import { withoutHeldBack } from '#server/features/posts/crowd-control/crowd-control.present.ts'
import { postJson } from '#server/features/posts/feed/viewer-part.ts'
import { canSeePost, visibleOr404 } from '#server/features/posts/posts.policy.ts'
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
import { changeOf, countsAfter, reactionRows, type ReactionChange } from './reaction-rows.ts'
import { EVERY_EMOJI, REACTIONS_TO, ReactionModel, type ReactionDocument } from './reactions.model.ts'
import { inSentence } from '#contract/text.ts'

const rows = reactionRows<ReactionDocument>(ReactionModel, 'postId')

/** The reaction fields of a post. */
export type ReactionFigures = Pick<PostRecord, 'reactions' | 'reactionCounts' | 'reactionTotal'>

interface Reaction {
  viewer: Viewer
  /** The reaction that the person wants, by the one they have; null: none. */
  wanted: (had: ReactionEmoji | null) => ReactionEmoji | null
}

/** The post after a reaction, and the viewer's reaction to it: null when it was taken back. */
interface Reacted {
  post: PostRecord
  now: ReactionEmoji | null
}

/** Reacts to a post: the same emoji again takes it back, another replaces it (DECISIONS row 12). Returns the post as JSON. */
export const reactToPost = (viewer: Viewer, postId: string, emoji: ReactionEmoji): Promise<Buffer> =>
  changeReaction(postId, { viewer, wanted: (had) => (had === emoji ? null : emoji) })

/** Sets the viewer's reaction to a post, or takes it back with null. The same call again changes nothing. Returns the post as JSON. */
export const setPostReaction = (
  viewer: Viewer,
  postId: string,
  emoji: ReactionEmoji | null,
): Promise<Buffer> => changeReaction(postId, { viewer, wanted: () => emoji })

/**
 * The reaction, the post's counters and its author's notification are true together. Returns the post as it is
 * then.
 */
async function changeReaction(postId: string, reaction: Reaction): Promise<Buffer> {
  const { post, now } = await submitReaction(postId, reaction)
  const own = new Map(now ? [[postId, now]] : [])
  return postJson(visibleOr404(reaction.viewer, cachedPostOf(post)), reaction.viewer, own)
}

const submitReaction = groupCommits<Reaction, Reacted>({
  lockOf: postLock,
  ownerOf: ({ viewer }) => viewer.id,
  async commit(tx, postId, reactions) {
    const [before] = await recordsOf([postId], tx)
    const seen = reactions.filter(({ viewer }) => before && canSeePost(viewer, before))
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
  const held = await rows.heldBy(
    tx,
    postId,
    reactions.map(({ viewer }) => viewer.id),
  )
  const choices = reactions.map(({ viewer, wanted }) => ({ viewer, ...changeOf(viewer.id, held, wanted) }))
  const changes = choices.filter(({ had, now }) => had !== now)
  const post = changes.length === 0 ? before : await writeChanges(tx, before, changes)
  return new Map(choices.map(({ userId, now }) => [userId, { post, now }]))
}

/** Returns the post as it is then. */
async function writeChanges(
  tx: Transaction,
  before: PostRecord,
  changes: readonly OwnChange[],
): Promise<PostRecord> {
  const postId = before._id.toHexString()
  await rows.write(tx, { postId: before._id, postAt: before.createdAt }, changes)
  const post = await changePost(tx, postId, { $set: await figuresAfter(tx, before, changes) })
  tellChanges(tx, post, changes)
  await notifyAuthor(tx, post, changes)
  await withdrawNotices(tx, post, changes)
  return post
}

/** Each person's pages are told of their own; what processes remember of the people, of all together. */
function tellChanges(tx: Transaction, { _id, rev }: PostRecord, changes: readonly ReactionChange[]): void {
  const postId = _id.toHexString()
  for (const { userId, now } of changes) tx.emit('post:reacted', { userId, postId, emoji: now, rev })
  tx.emit('reactions:written', { postId, by: changes.map(({ userId, now }) => [userId, now]) })
}

/**
 * Withdraws a person's reaction without a check of rights. Does nothing without a reaction, or for a deleted
 * post.
 */
export async function withdrawPostReaction(userId: string, postId: string): Promise<void> {
  await oneAtATime(postLock(postId), () =>
    transact(async (tx) => {
      const change = await rows.take(tx, postId, userId)
      const [before] = change ? await recordsOf([postId], tx) : []
      if (!change || !before) return
      const post = await changePost(tx, postId, { $set: await figuresAfter(tx, before, [change]) })
      tellChanges(tx, post, [change])
      await withdrawNotices(tx, post, [change])
    }),
  )
}

/** The change of somebody who reacts themselves: their author is told. */
type OwnChange = ReactionChange & { viewer: Viewer }

/** Based on what the transaction has read: a parallel change makes the store run it again. */
async function figuresAfter(
  tx: Transaction,
  post: PostRecord,
  changes: readonly ReactionChange[],
): Promise<ReactionFigures> {
  const reactionCounts = countsAfter(post.reactionCounts, changes)
  const by = changes.reduce((sum, { had, now }) => sum + (now ? 1 : 0) - (had ? 1 : 0), 0)
  const reactionTotal = post.reactionTotal + by
  const reactions = listedAfter(post.reactions, changes)
  const isCut = reactions.length < Math.min(reactionTotal, LIMITS.reactionsListed)
  return { reactions: isCut ? await newestReactions(tx, post._id) : reactions, reactionCounts, reactionTotal }
}

/** The newest reactions in the order of `newestReactions`: those of one group were made at the same time. */
function listedAfter(
  listed: readonly ListedReaction[],
  changes: readonly ReactionChange[],
): ListedReaction[] {
  const changed = new Set(changes.map(({ userId }) => userId))
  const newest = changes
    .toSorted((a, b) => (a.rowId.toHexString() < b.rowId.toHexString() ? 1 : -1))
    .flatMap(({ userId, now }) => (now ? [{ emoji: now, userId: new Types.ObjectId(userId) }] : []))
  const others = listed.filter(({ userId }) => !changed.has(userId.toHexString()))
  return [...newest, ...others].slice(0, LIMITS.reactionsListed)
}

async function newestReactions({ session }: Transaction, postId: Types.ObjectId): Promise<ListedReaction[]> {
  const newest = await ReactionModel.find(
    { postId, emoji: trusted({ $in: EVERY_EMOJI }) },
    { _id: 0, emoji: 1, userId: 1 },
  )
    .sort({ createdAt: -1, _id: -1 })
    .limit(LIMITS.reactionsListed)
    .hint(REACTIONS_TO)
    .session(session)
    .lean<ListedReaction[]>()
  return newest.map(({ emoji, userId }) => ({ emoji, userId }))
}

/** A person is announced to the author once for each post, however often they change their reaction. */
const notifyAuthor = (tx: Transaction, post: PostRecord, changes: readonly OwnChange[]): Promise<void> => {
  const postId = post._id.toHexString()
  const notices = changes.flatMap(({ viewer, now: emoji }): Notice[] => {
    if (!emoji) return []
    return [
      {
        userId: post.authorId.toHexString(),
        actor: cardOf(viewer),
        type: 'REACTION',
        data: { reactorDisplayName: viewer.displayName, reactorHandle: viewer.handle, emoji, postId },
        message: `${inSentence(viewer.displayName)} reacted ${emoji} to your post`,
        dedupeKey: noticeKey(postId, viewer.id),
      },
    ]
  })
  return notifyAll(tx, withoutHeldBack(post, notices))
}

const noticeKey = (postId: string, userId: string): string => `reaction:${postId}:${userId}`

/** A reaction that is taken back takes its notification along. */
const withdrawNotices = (tx: Transaction, post: PostRecord, changes: readonly ReactionChange[]) =>
  withdrawKeys(
    tx,
    post.authorId.toHexString(),
    changes.flatMap(({ userId, now }) => (now ? [] : noticeKey(post._id.toHexString(), userId))),
  )

/** The counters computed from the stored reactions, for the recount. */
export async function countReactions(tx: Transaction, postId: string): Promise<ReactionFigures> {
  const reactionCounts = await rows.count(tx, postId)
  return {
    reactions: await newestReactions(tx, new Types.ObjectId(postId)),
    reactionCounts,
    reactionTotal: Object.values(reactionCounts).reduce((sum, count) => sum + count, 0),
  }
}

/** Deletes the reactions of a deleted post. */
export const removeReactionsOf = rows.removeAll

export const countAllReactions = (): Promise<number> => ReactionModel.estimatedDocumentCount()
