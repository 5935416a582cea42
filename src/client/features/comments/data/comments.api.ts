import type { CommentView, CreateCommentInput } from '#contract/comments.ts'
import type { HeldReceipt } from '#contract/moderation.ts'
import { api } from '#client/live/http.ts'

/**
 * Newest first, 20 a page; `cursor` is the createdAt of the oldest loaded comment (DECISIONS rows 13, 33).
 */
export const fetchComments = (postId: string, cursor?: string) =>
  api.get<CommentView[]>(`/api/posts/${encodeURIComponent(postId)}/comments`, { cursor })

export const fetchComment = (id: string) => api.get<CommentView>(`/api/comments/${id}`)

/** Resolves to a receipt instead of the comment when it waits for review. */
export const sendComment = (postId: string, input: CreateCommentInput) =>
  api.post<CommentView | HeldReceipt>(`/api/posts/${postId}/comments`, input)
export const sendCommentEdit = (id: string, text: string) =>
  api.patch<CommentView>(`/api/comments/${id}`, { text })
export const sendCommentDelete = (id: string) => api.delete<void>(`/api/comments/${id}`)
