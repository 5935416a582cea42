import type { RoastDial } from '#contract/posts.constants.ts'
import type { PublicPostView, ReactorsQuery, ReactorView } from '#contract/posts.ts'
import type { TextVersionView } from '#contract/primitives.ts'
import { ApiError, api } from '#client/live/http.ts'
import { sendPostDelete, sendDial, sendPostEdit, sendNsfw, sendPostRestore, sendShare } from './posts.api.ts'
import { applyPosts, markPostDeleted, postOf } from './posts.store.ts'
import { refreshPost } from './open-posts.ts'
import { joinOwn } from './outbox.store.ts'

/** Who reacted, newest first, 20 a page; `cursor` is that of the last row. */
export const fetchReactors = (id: string, query: ReactorsQuery, signal: AbortSignal) =>
  api.get<ReactorView[]>(`/api/posts/${id}/reactions`, query, signal)

/** What a post said before its edits, newest first. */
export const fetchPostVersions = (id: string, signal: AbortSignal) =>
  api.get<TextVersionView[]>(`/api/posts/${id}/versions`, undefined, signal)

/** Changes the text of the viewer's post. Throws ApiError; then the post has not changed. */
export const editPost = async (id: string, text: string): Promise<void> =>
  applyPosts([await sendPostEdit(id, text)])

/** Sets or removes the roast dial of the viewer's post. Throws ApiError; then the post has not changed. */
export const setDial = async (id: string, dial: RoastDial | null): Promise<void> =>
  applyPosts([await sendDial(id, dial)])

/**
 * Deletes a post. A post that is already deleted counts as success. Throws ApiError; then the post still
 * exists.
 */
export async function deletePost({ id, rev }: Pick<PublicPostView, 'id' | 'rev'>): Promise<void> {
  await sendPostDelete(id).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  })
  markPostDeleted({ id, rev: Math.max(rev, postOf(id)?.rev ?? 0) })
}

/** Brings back a post that the viewer has just deleted. Throws ApiError, 404 when it is permanently gone. */
export async function restorePost(id: string): Promise<void> {
  applyPosts([await sendPostRestore(id)])
  joinOwn(id)
}

/** Sets or removes the mark of a post, by an admin. Throws ApiError. */
export async function markNsfw(id: string, nsfw: boolean): Promise<void> {
  await sendNsfw(id, nsfw)
  await refreshPost(id)
}

/** Counts a share. Throws ApiError. */
export const sharePost = async (id: string): Promise<void> => applyPosts([await sendShare(id)])
