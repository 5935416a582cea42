import type { CommentView, PublicCommentView } from '#contract/comments.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { CommentDocument } from './comments.model.ts'
import { canDeleteComment, canEditComment } from './comments.policy.ts'

/** The comment as everybody may see it: what pushes carry (LIVE L16). */
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
    rev: comment.rev,
  }
}

/** The comment as REST answers it. */
export function presentComment(comment: CommentDocument, viewer: Viewer | null): CommentView {
  const view = presentPublicComment(comment)
  return {
    ...view,
    viewer: { can: { edit: canEditComment(viewer, view), delete: canDeleteComment(viewer, view) } },
  }
}
