import type { PublicCommentView } from '#contract/comments.ts'
import type { Viewer } from '#server/platform/viewer.ts'

type Owned = Pick<PublicCommentView, 'authorId'>

/** Only its author rewords a comment. */
export const canEditComment = (viewer: Viewer | null, comment: Owned): boolean =>
  viewer?.id === comment.authorId
/** The author and admins take it down. */
export const canDeleteComment = (viewer: Viewer | null, comment: Owned): boolean =>
  canEditComment(viewer, comment) || (viewer?.isAdmin ?? false)
