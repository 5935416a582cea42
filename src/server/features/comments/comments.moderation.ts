import { CreateCommentInput } from '#contract/comments.ts'
import { badRequest, HttpError } from '#server/platform/errors.ts'
import { hiding, type ModeratedKind, type Release } from '#server/platform/moderated.ts'
import { visibleComment } from './comments.list.ts'
import { releaseComment } from './comments.service.ts'
import { changePost, visiblePost } from '#server/features/posts/posts.store.ts'
import { snapshotOf } from '#server/features/posts/author-snapshots.ts'
import { countOnHiddenPost } from '#server/features/moderation/removals.service.ts'
import { cardForWriting } from '#server/features/people/users/counters.service.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { CommentModel, type CommentDocument } from './comments.model.ts'
import { presentPublicComment } from './comments.present.ts'

/** Takes a comment out of sight; `putCommentBack` brings it back. Null when there is none. */
export async function hideComment(tx: Transaction, commentId: string): Promise<CommentDocument | null> {
  const comment = await CommentModel.findByIdAndDelete(commentId, {
    session: tx.session,
  }).lean<CommentDocument>()
  if (!comment) return null
  const postId = comment.postId.toHexString()
  if (!(await postIsThere(tx, postId))) {
    await countOnHiddenPost(tx, comment.postId, -1)
    return comment
  }
  const post = await changePost(tx, postId, { $inc: { commentCount: -1 } })
  tx.emit('comment:deleted', {
    id: commentId,
    rev: comment.rev + 1,
    postId,
    authorId: comment.authorId.toHexString(),
    postAuthorId: post.authorId.toHexString(),
  })
  return comment
}

/**
 * The comment stands where it stood, or waits there for its post when that is hidden too. Nothing is left to
 * stand on where the post is gone for good.
 */
export async function restoreComment(tx: Transaction, comment: CommentDocument): Promise<void> {
  const postId = comment.postId.toHexString()
  const isThere = await postIsThere(tx, postId)
  if (!isThere && !(await countOnHiddenPost(tx, comment.postId, 1))) return
  // The author may have another name by now.
  const author = snapshotOf(await cardForWriting(tx, comment.authorId.toHexString()))
  const back: CommentDocument = { ...comment, author, rev: comment.rev + 2 }
  await CommentModel.insertMany([back], { session: tx.session, lean: true })
  if (!isThere) return
  const post = await changePost(tx, postId, { $inc: { commentCount: 1 } })
  tx.emit('comment:created', {
    comment: presentPublicComment(back),
    clientId: null,
    postAuthorId: post.authorId.toHexString(),
  })
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
export const commentText = async (id: string): Promise<string | null> =>
  (await CommentModel.findById(id, { text: 1 }).lean<Pick<CommentDocument, 'text'>>())?.text ?? null

export const moderatedComment: ModeratedKind = {
  async find(viewer, id) {
    const { authorId, text, postId } = await visibleComment(viewer, id)
    return { ownerId: authorId, text, mediaUrl: null, path: `/p/${postId.toHexString()}` }
  },
  async current(id) {
    const text = await commentText(id)
    return text === null ? null : { text, media: null }
  },
  hiding: hiding({
    hide: hideComment,
    restore: restoreComment,
    purge: async () => {},
    shown: ({ text }) => ({ text, media: null }),
  }),
}

export const releaseQueuedComment: Release = async (author, postId, input) => {
  if (!postId) throw badRequest()
  return (await releaseComment(author, postId, CreateCommentInput.parse(input))).postId
}
