import type { CommentView, PublicCommentView } from '#contract/comments.ts'
import type { PostRecord } from '#server/features/posts/posts.store.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Visible } from '#server/features/people/relations/relations.policy.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { CommentDocument } from './comments.model.ts'
import { canDeleteComment, canEditComment } from './comments.policy.ts'

/** A comment without the viewer's part: pushes carry the same bytes to everybody (LIVE L16). */
export function presentPublicComment(comment: CommentDocument): PublicCommentView {
  const authorId = comment.authorId.toHexString()
  const { handle, displayName, avatarUrl } = comment.author
  return {
    id: comment._id.toHexString(),
    postId: comment.postId.toHexString(),
    authorId,
    text: comment.text,
    createdAt: comment.createdAt.toISOString(),
    updatedAt: comment.updatedAt.toISOString(),
    author: { id: authorId, handle, displayName, avatarUrl },
    parent: comment.parent
      ? { id: comment.parent.id.toHexString(), createdAt: comment.parent.createdAt.toISOString() }
      : null,
    poos: comment.poos,
    rev: comment.rev,
  }
}

/** A comment with what the viewer may do, and whether they gave it their poo, as REST answers it. */
export function presentComment(
  comment: Visible<CommentDocument>,
  viewer: Viewer | null,
  pooed: boolean,
): CommentView {
  const view = presentPublicComment(comment)
  return {
    ...view,
    viewer: { can: { edit: canEditComment(viewer, view), delete: canDeleteComment(viewer, view) }, pooed },
  }
}

/** Pushes a changed comment after the commit. */
export const emitUpdated = (
  tx: Transaction,
  comment: CommentDocument,
  post: Pick<PostRecord, 'authorId'>,
): void =>
  tx.emit('comment:updated', {
    comment: presentPublicComment(comment),
    postAuthorId: post.authorId.toHexString(),
  })
