import type { Types } from 'mongoose'
import type { CommentView } from '#contract/comments.ts'
import { recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { notifyAll } from '#server/features/notifications/notices.service.ts'
import { settleNotifications } from '#server/features/notifications/withdrawal.ts'
import { mentionedIn, withdrawMentions } from '#server/features/posts/post-mentions.ts'
import { changePost, postLock, visiblePost, type PostRecord } from '#server/features/posts/posts.store.ts'
import { ownThing } from '#server/features/people/relations/relations.policy.ts'
import { assertAllowed } from '#server/shared/blocks/blocks.store.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { mentionsOfOthers } from './comment-notices.ts'
import { CommentModel, CommentTombstoneModel, type CommentDocument } from './comments.model.ts'
import { canDeleteComment, canEditComment } from './comments.policy.ts'
import { emitUpdated } from './comments.present.ts'
import { presentOne } from './poos/own-poos.ts'
import { clearPoosLater, countPoosByComment, countPoosOf } from './poos/poos.service.ts'

/** Edits a comment and notifies people mentioned for the first time. The same text changes nothing. */
export async function editComment(viewer: Viewer, commentId: string, text: string): Promise<CommentView> {
  const mentioned = await mentionedIn(text)
  const comment = await transact(async (tx) => {
    const { comment, post } = await reachable(tx, viewer, commentId)
    if (!canEditComment(viewer, { authorId: comment.authorId.toHexString() })) throw forbidden()
    if (comment.text === text) return comment
    await assertAllowed(viewer, text, comment.text)
    const edited: CommentDocument = { ...comment, text, updatedAt: clock.date(), rev: comment.rev + 1 }
    await CommentModel.updateOne(
      { _id: commentId, postId: comment.postId },
      { $set: { text, updatedAt: edited.updatedAt }, $inc: { rev: 1 } },
      { session: tx.session },
    )
    emitUpdated(tx, edited, post)
    await notifyAll(tx, mentionsOfOthers({ viewer, comment: edited, mentioned, post }))
    await withdrawMentions(tx, { textId: commentId, before: comment.text, mentioned })
    return edited
  })
  return presentOne(viewer, ownThing(viewer, comment))
}

/** Deletes a comment, for its author or an admin, and lowers the post's counter in the same transaction. */
export async function deleteComment(viewer: Viewer, commentId: string): Promise<void> {
  const { postId } = await existing(commentId)
  await oneAtATime(postLock(postId.toHexString()), () =>
    transact(async (tx) => {
      const { comment } = await reachable(tx, viewer, commentId)
      const authorId = comment.authorId.toHexString()
      if (!canDeleteComment(viewer, { authorId })) throw forbidden()
      await removeComment(tx, comment)
      if (viewer.id !== authorId)
        await recordAdminAction(tx, {
          admin: viewer,
          action: 'content.remove',
          target: { type: 'comment', id: commentId },
          before: { authorId },
        })
    }),
  )
}

/**
 * Deletes a comment and lowers the post's counter, without a check of rights. The caller holds the post's
 * lock. Throws 404 when the post is deleted.
 */
export async function removeComment(tx: Transaction, comment: CommentDocument): Promise<void> {
  const [id, postId] = [comment._id.toHexString(), comment.postId.toHexString()]
  await CommentModel.deleteOne({ _id: id, postId }, { session: tx.session })
  await markDeleted(tx, comment)
  await settleNotifications(tx, { postId, commentId: id })
  if (comment.poos > 0) await clearPoosLater(tx, comment)
  const post = await changePost(tx, postId, { $inc: { commentCount: -1 } })
  const authors = { authorId: comment.authorId.toHexString(), postAuthorId: post.authorId.toHexString() }
  tx.emit('comment:deleted', { id, rev: comment.rev + 1, postId, ...authors })
}

/** Remembers the clientId of a deleted or hidden comment. */
export async function markDeleted(
  { session }: Transaction,
  { _id, authorId, clientId }: CommentDocument,
): Promise<void> {
  if (clientId) await CommentTombstoneModel.insertMany([{ _id, authorId, clientId }], { session, lean: true })
}

/** A comment and its post, when the viewer can see the post; else 404. Blocks do not keep admins out. */
async function reachable(
  tx: Transaction,
  viewer: Viewer,
  commentId: string,
): Promise<{ comment: CommentDocument; post: PostRecord }> {
  const comment = await existing(commentId, tx)
  return {
    comment,
    post: await visiblePost(viewer.isAdmin ? null : viewer, comment.postId.toHexString(), tx),
  }
}

async function existing(commentId: string, tx?: Transaction): Promise<CommentDocument> {
  const comment = await CommentModel.findById(commentId)
    .session(tx?.session ?? null)
    .lean<CommentDocument>()
  if (!comment) throw notFound()
  return comment
}

/** The number of a post's comments, counted one by one for the recount. */
export const countCommentsOf = (tx: Transaction, postId: string): Promise<number> =>
  CommentModel.countDocuments({ postId }).session(tx.session)

/** Counts a comment's poos and corrects its figure, for the recount. True when it was wrong. */
const recountPoos = (commentId: Types.ObjectId): Promise<boolean> =>
  transact(async (tx) => {
    const comment = await CommentModel.findById(commentId).session(tx.session).lean<CommentDocument>()
    const poos = comment ? await countPoosOf(tx, comment) : 0
    if (!comment || comment.poos === poos) return false
    const post = await visiblePost(null, comment.postId.toHexString(), tx)
    const corrected = { ...comment, poos, rev: comment.rev + 1 }
    await CommentModel.updateOne(
      { _id: commentId },
      { $set: { poos }, $inc: { rev: 1 } },
      { session: tx.session },
    )
    emitUpdated(tx, corrected, post)
    return true
  })

/** Recounts the poos of a post's comments. True when one was wrong. */
export async function recountPoosOn(postId: string): Promise<boolean> {
  const counts = await countPoosByComment(postId)
  const comments = CommentModel.find({ postId }, { poos: 1 }).lean<Pick<CommentDocument, '_id' | 'poos'>[]>()
  let wasWrong = false
  for await (const { _id, poos } of rowsOf(comments))
    if (poos !== (counts.get(_id.toHexString()) ?? 0)) wasWrong = (await recountPoos(_id)) || wasWrong
  return wasWrong
}
