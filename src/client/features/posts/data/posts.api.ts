import type { AdminPostView } from '#contract/admin.ts'
import type { RoastDial } from '#contract/posts.constants.ts'
import type { CreatePostInput, FeedQuery, PostView, ReactionEmoji } from '#contract/posts.ts'
import type { HeldReceipt } from '#contract/moderation.ts'
import { api } from '#client/live/http.ts'

/**
 * Newest first. The cursor of the next page is the createdAt of the last post; an empty page is the end
 * (product section 7).
 */
export const fetchPosts = (query: FeedQuery, signal?: AbortSignal) =>
  api.get<PostView[]>('/api/posts', query, signal)

/** A person's posts, those with media, or those they reacted to, paged in the same way. */
export const fetchPostsOf = (
  handle: string,
  cursor?: string,
  signal?: AbortSignal,
  kind: 'posts' | 'media' | 'likes' = 'posts',
) => api.get<PostView[]>(`/api/users/${encodeURIComponent(handle)}/${kind}`, { cursor }, signal)

export const fetchPost = (id: string, signal?: AbortSignal) =>
  api.get<PostView>(`/api/posts/${encodeURIComponent(id)}`, undefined, signal)

/** Resolves to a receipt instead of the post when it waits for review. */
export const sendPost = (input: CreatePostInput) => api.post<PostView | HeldReceipt>('/api/posts', input)
export const sendPostEdit = (id: string, text: string) => api.patch<PostView>(`/api/posts/${id}`, { text })
export const sendDial = (id: string, dial: RoastDial | null) =>
  api.put<PostView>(`/api/posts/${id}/dial`, { dial })
/** For admins: sets or removes the mark 'not safe for work'. */
export const sendNsfw = (id: string, nsfw: boolean) =>
  api.patch<AdminPostView>(`/api/admin/posts/${id}/nsfw`, { nsfw })
export const sendPostRestore = (id: string) => api.post<PostView>(`/api/posts/${id}/restore`)
export const sendPostDelete = (id: string) => api.delete<void>(`/api/posts/${id}`)

/** Null takes the reaction back. */
export const sendPostReaction = (id: string, emoji: ReactionEmoji | null) =>
  emoji === null
    ? api.delete<PostView>(`/api/posts/${id}/reaction`)
    : api.put<PostView>(`/api/posts/${id}/reaction`, { emoji })
export const sendShare = (id: string) => api.post<PostView>(`/api/posts/${id}/share`)
