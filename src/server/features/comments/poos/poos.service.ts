import { Types, trusted, type mongo } from 'mongoose'
import type { CommentView } from '#contract/comments.ts'
import { REACTIONS } from '#contract/posts.constants.ts'
import { CommentModel, type CommentDocument } from '#server/features/comments/comments.model.ts'
import { canSeeComment } from '#server/features/comments/comments.policy.ts'
import { emitUpdated, presentComment } from '#server/features/comments/comments.present.ts'
import { notifyAll } from '#server/features/notifications/notices.service.ts'
import type { Notice } from '#server/features/notifications/notices-write.ts'
import { withdrawKeys } from '#server/features/notifications/withdrawal.ts'
import { withoutHeldBack } from '#server/features/posts/crowd-control/crowd-control.present.ts'
import { canSeePost } from '#server/features/posts/posts.policy.ts'
import { recordsOf, type PostRecord } from '#server/features/posts/posts.store.ts'
import { notFound } from '#server/platform/errors.ts'
import { groupCommits } from '#server/platform/group-commit.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { PooModel, type PooDocument } from './poos.model.ts'
import { inSentence } from '#contract/text.ts'

/** The poos of one comment are written one group after the other under this key. */
const pooLock = (commentId: string): string => `poos:${commentId}`

interface Toggle {
  viewer: Viewer
  pooed: boolean
}

/**
 * Gives a comment the viewer's poo, or takes it back. The same call again changes nothing. The row, the
 * comment's figure and its author's notification are true together. Throws 404 when the viewer cannot see the
 * comment.
 */
export async function setPoo(viewer: Viewer, commentId: string, pooed: boolean): Promise<CommentView> {
  const { comment, post } = await submitPoo(commentId, { viewer, pooed })
  if (!canSeePost(viewer, post) || !canSeeComment(viewer, comment, post, 'known')) throw notFound()
  return presentComment(comment, viewer, pooed)
}

const submitPoo = groupCommits<Toggle, Place>({
  lockOf: pooLock,
  ownerOf: ({ viewer }) => viewer.id,
  async commit(tx, commentId, toggles) {
    const comment = await CommentModel.findById(commentId).session(tx.session).lean<CommentDocument>()
    const [post] = comment ? await recordsOf([comment.postId.toHexString()], tx) : []
    if (!comment || !post) return toggles.map(() => ({ error: notFound() }))
    const seen = toggles.filter(
      ({ viewer }) => canSeePost(viewer, post) && canSeeComment(viewer, comment, post, 'known'),
    )
    const result = { comment: await writeToggles(tx, { comment, post }, seen), post }
    return toggles.map((toggle) => (seen.includes(toggle) ? { result } : { error: notFound() }))
  },
})

interface Place {
  comment: CommentDocument
  post: PostRecord
}

/** Writes what different people have chosen. Returns the comment as it is then. */
async function writeToggles(
  tx: Transaction,
  { comment, post }: Place,
  toggles: readonly Toggle[],
): Promise<CommentDocument> {
  const had = await whoPooed(tx, comment, toggles)
  const changes = toggles.filter(({ viewer, pooed }) => had.has(viewer.id) !== pooed)
  if (changes.length === 0) return comment
  const writes = changes.map(({ viewer, pooed }): mongo.AnyBulkWriteOperation<PooDocument> => {
    const key = { userId: new Types.ObjectId(viewer.id), commentId: comment._id }
    if (!pooed) return { deleteOne: { filter: key } }
    const document = { _id: clock.id(), ...key, postId: comment.postId, createdAt: clock.date() }
    return { insertOne: { document } }
  })
  await PooModel.collection.bulkWrite(writes as mongo.AnyBulkWriteOperation[], {
    session: tx.session,
    ordered: false,
  })
  const by = changes.reduce((sum, { pooed }) => sum + (pooed ? 1 : -1), 0)
  const changed = await countPoos(tx, comment, by)
  // First, so that a page knows whether a figure that follows counts the viewer's own.
  for (const { viewer, pooed } of changes) emitOwn(tx, viewer.id, changed, pooed)
  emitUpdated(tx, changed, post)
  await notifyAll(
    tx,
    withoutHeldBack(
      post,
      changes.flatMap(({ viewer, pooed }) => (pooed ? [noticeOf(viewer, changed, post)] : [])),
    ),
  )
  await withdrawNotices(
    tx,
    changed,
    changes.flatMap(({ viewer, pooed }) => (pooed ? [] : viewer.id)),
  )
  return changed
}

const emitOwn = (tx: Transaction, userId: string, comment: CommentDocument, pooed: boolean): void =>
  tx.emit('comment:pooed', {
    userId,
    id: comment._id.toHexString(),
    postId: comment.postId.toHexString(),
    pooed,
    rev: comment.rev,
  })

async function whoPooed(
  tx: Transaction,
  { _id: commentId }: CommentDocument,
  toggles: readonly Toggle[],
): Promise<ReadonlySet<string>> {
  const userIds = toggles.map(({ viewer }) => new Types.ObjectId(viewer.id))
  const rows = await PooModel.find({ userId: trusted({ $in: userIds }), commentId }, { userId: 1 })
    .session(tx.session)
    .lean<Pick<PooDocument, 'userId'>[]>()
  return new Set(rows.map(({ userId }) => userId.toHexString()))
}

/** Throws 404 when the comment was deleted meanwhile. */
async function countPoos(
  tx: Transaction,
  { _id, postId }: CommentDocument,
  by: number,
): Promise<CommentDocument> {
  const changed = await CommentModel.findOneAndUpdate(
    { _id, postId },
    { $inc: { poos: by, rev: 1 } },
    { session: tx.session, returnDocument: 'after' },
  ).lean<CommentDocument>()
  if (!changed) throw notFound()
  return changed
}

const POO = REACTIONS[0].emoji

/** The author is notified of a person once for each comment, however often the person toggles. */
const noticeOf = (viewer: Viewer, comment: CommentDocument, post: PostRecord): Notice => ({
  userId: comment.authorId.toHexString(),
  actor: cardOf(viewer),
  ownerId: post.authorId.toHexString(),
  type: 'REACTION',
  data: {
    reactorDisplayName: viewer.displayName,
    reactorHandle: viewer.handle,
    emoji: POO,
    postId: post._id.toHexString(),
    commentId: comment._id.toHexString(),
  },
  message: `${inSentence(viewer.displayName)} reacted ${POO} to your comment`,
  dedupeKey: noticeKey(comment, viewer.id),
})

const noticeKey = ({ _id }: CommentDocument, userId: string): string =>
  `reaction:${_id.toHexString()}:${userId}`

/** A poo that is taken back takes its notification along. */
const withdrawNotices = (tx: Transaction, comment: CommentDocument, userIds: readonly string[]) =>
  withdrawKeys(
    tx,
    comment.authorId.toHexString(),
    userIds.map((userId) => noticeKey(comment, userId)),
  )

/** Takes a person's poo back without a check of rights. Does nothing without one. */
export async function withdrawPoo(userId: string, commentId: string): Promise<void> {
  await oneAtATime(pooLock(commentId), () =>
    transact(async (tx) => {
      const { deletedCount } = await PooModel.deleteOne({ userId, commentId }, { session: tx.session })
      const comment = await CommentModel.findById(commentId).session(tx.session).lean<CommentDocument>()
      // Of a hidden comment the poos are counted again when it is shown again.
      if (deletedCount === 0 || !comment) return
      const changed = await countPoos(tx, comment, -1)
      await withdrawNotices(tx, changed, [userId])
      const [post] = await recordsOf([comment.postId.toHexString()], tx)
      if (post) emitUpdated(tx, changed, post)
    }),
  )
}

type Pooed = Pick<CommentDocument, '_id' | 'postId'>

/** The poos of a comment, counted one by one. */
export const countPoosOf = (tx: Transaction, { _id, postId }: Pooed): Promise<number> =>
  PooModel.countDocuments({ postId, commentId: _id }).session(tx.session)

/** The same for all comments of a post, by comment. */
export async function countPoosByComment(postId: string): Promise<ReadonlyMap<string, number>> {
  const groups = await PooModel.aggregate<{ _id: Types.ObjectId; count: number }>([
    { $match: { postId: new Types.ObjectId(postId) } },
    { $group: { _id: '$commentId', count: { $sum: 1 } } },
  ])
  return new Map(groups.map(({ _id, count }) => [_id.toHexString(), count]))
}

/** A comment may have very many: too many for the transaction that deletes it. */
const clearing = defineJob<{ postId: string; commentId: string }>({
  kind: 'clear-comment',
  does: 'Deletes the reactions of a deleted comment.',
  isObligation: true,
  concurrency: 4,
  async run({ postId, commentId }) {
    await PooModel.deleteMany({ postId, commentId })
  },
})

/** Deletes the poos of a comment that is deleted permanently, after this commit. */
export const clearPoosLater = (tx: Transaction, { _id, postId }: Pooed): Promise<void> =>
  clearing.enqueue(
    { postId: postId.toHexString(), commentId: _id.toHexString() },
    { tx, key: _id.toHexString() },
  )

const PORTION = 1000

/** Deletes the poos on a deleted post's comments, in portions so that other writes do not wait. */
export async function removePoosOf(postId: string): Promise<void> {
  for (;;) {
    const rows = await PooModel.find({ postId }, { _id: 1 }).limit(PORTION).lean<Pick<PooDocument, '_id'>[]>()
    if (rows.length === 0) return
    await PooModel.deleteMany({ _id: trusted({ $in: rows.map(({ _id }) => _id) }) })
  }
}
