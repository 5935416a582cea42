import type { CommentView } from '#contract/comments.ts'
import { ApiError } from '#client/live/http.ts'
import { fetchComment, sendCommentDelete, sendCommentEdit } from './comments.api.ts'
import { applyComments, markCommentDeleted } from './comments.store.ts'

/** Fetches one comment, for a link to it. Throws ApiError. */
export async function loadComment(id: string): Promise<CommentView> {
  const comment = await fetchComment(id)
  applyComments([comment])
  return comment
}

/** Throws ApiError; then the comment has not changed. */
export const editComment = async (id: string, text: string): Promise<void> =>
  applyComments([await sendCommentEdit(id, text)])

/** Throws ApiError; then the comment still exists. */
export async function deleteComment({ id, rev }: Pick<CommentView, 'id' | 'rev'>): Promise<void> {
  await sendCommentDelete(id).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  })
  markCommentDeleted({ id, rev })
}
