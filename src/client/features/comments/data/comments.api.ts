import type { CommentPermissionView, CommentView, CreateCommentInput } from '#contract/comments.ts'
import type { CommentOrder } from '#contract/comments.constants.ts'
import type { HeldReceipt } from '#contract/moderation.ts'
import { api } from '#client/live/http.ts'

/** 20 a page; `cursor` is that of the last loaded comment (`commentCursor`). */
export const fetchComments = (postId: string, order: CommentOrder, cursor?: string, signal?: AbortSignal) =>
  api.get<CommentView[]>(
    `/api/posts/${encodeURIComponent(postId)}/comments`,
    { cursor, ...(order !== 'newest' && { sort: order }) },
    signal,
  )

export const fetchComment = (id: string) => api.get<CommentView>(`/api/comments/${id}`)

/** The roast of the day of a post; null without one. */
export const fetchRoast = (postId: string) =>
  api.get<CommentView | null>(`/api/posts/${encodeURIComponent(postId)}/roast`)

/** Whether the roast dial of a post lets the viewer comment. */
export const fetchCommentPermission = (postId: string, signal?: AbortSignal) =>
  api.get<CommentPermissionView>(
    `/api/posts/${encodeURIComponent(postId)}/comment-permission`,
    undefined,
    signal,
  )

/** Resolves to a receipt instead of the comment when it waits for review. */
export const sendComment = (postId: string, input: CreateCommentInput) =>
  api.post<CommentView | HeldReceipt>(`/api/posts/${postId}/comments`, input)
export const sendCommentEdit = (id: string, text: string) =>
  api.patch<CommentView>(`/api/comments/${id}`, { text })
export const sendCommentDelete = (id: string) => api.delete<void>(`/api/comments/${id}`)
export const sendPoo = (id: string, pooed: boolean) =>
  pooed ? api.put<CommentView>(`/api/comments/${id}/poo`) : api.delete<CommentView>(`/api/comments/${id}/poo`)
