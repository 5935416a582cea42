import { changePost, visiblePost } from '#server/features/posts/posts.store.ts'
import { HttpError } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { CommentModel, type CommentDocument } from './comments.model.ts'
import { presentPublicComment } from './comments.present.ts'

/** Takes a comment out of sight; `putCommentBack` brings it back. Null when there is none. */
export async function takeCommentOut(tx: Transaction, commentId: string): Promise<CommentDocument | null> {
  const comment = await CommentModel.findByIdAndDelete(commentId, { session: tx.session }).lean<CommentDocument>()
  if (!comment) return null
  const postId = comment.postId.toHexString()
  const post = await changePost(tx, postId, { $inc: { commentCount: -1 } })
  tx.emit('comment:deleted', { id: commentId, rev: comment.rev + 1, postId, authorId: comment.authorId.toHexString(), postAuthorId: post.authorId.toHexString() })
  return comment
}

/** The comment stands where it stood; false when its post has gone meanwhile. */
export async function putCommentBack(tx: Transaction, comment: CommentDocument): Promise<boolean> {
  const postId = comment.postId.toHexString()
  if (!(await postIsThere(tx, postId))) return false
  const back: CommentDocument = { ...comment, rev: comment.rev + 2 }
  await CommentModel.insertMany([back], { session: tx.session, lean: true })
  const post = await changePost(tx, postId, { $inc: { commentCount: 1 } })
  tx.emit('comment:created', { comment: presentPublicComment(back), clientId: null, postAuthorId: post.authorId.toHexString() })
  return true
}

async function postIsThere(tx: Transaction, postId: string): Promise<boolean> {
  try {
    await visiblePost(null, postId, tx)
    return true
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return false
    throw error
  }
}

/** What a comment says; null when there is none. */
export const commentText = async (id: string): Promise<string | null> => (await CommentModel.findById(id, { text: 1 }).lean<Pick<CommentDocument, 'text'>>())?.text ?? null
