import type { RoastDial } from '#contract/posts.constants.ts'
import type { PublicPostView, ReactionEmoji, ReactorsQuery, ReactorView } from '#contract/posts.ts'
import type { TextVersionView } from '#contract/primitives.ts'
import { ApiError, api } from '#client/live/http.ts'
import { afterPaint } from '#client/ui/after-paint.ts'
import {
  sendPostDelete,
  sendDial,
  sendPostEdit,
  sendNsfw,
  sendPostReaction,
  sendPostRestore,
  sendShare,
} from './posts.api.ts'
import { applyPosts, markPostDeleted, ownPostPartOf, postOf } from './posts.store.ts'
import { refreshPost } from './open-posts.ts'
import { joinOwn } from './outbox.store.ts'
import { dropWantedReaction, wantReaction, wantedReaction } from './reactions.store.ts'

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

/** Calls until the wanted reaction is reached: another tab may be toggling the same one. */
const MAX_CALLS = 5

const underWay = new Set<string>()

/** The viewer's reaction as it is shown: the wanted one, else the stored one. */
export const shownReaction = (postId: string): ReactionEmoji | null =>
  wantedReaction(postId) ??
  (wantedReaction(postId) === null ? null : (ownPostPartOf(postId)?.reaction ?? null))

/**
 * Sets or removes the viewer's reaction, shown at once. The call is a toggle, so the calls of one post run
 * one after the other until the server answers what was wanted last: a fast double click ends as it began.
 * Throws ApiError to the first caller; then the stored reaction shows again.
 */
export async function togglePostReaction(postId: string, emoji: ReactionEmoji): Promise<void> {
  wantReaction(postId, shownReaction(postId) === emoji ? null : emoji)
  if (underWay.has(postId)) return
  underWay.add(postId)
  try {
    await afterPaint()
    await sendUntilWanted(postId)
  } catch (error) {
    if (!(await isReachedAllTheSame(postId, error))) throw error
  } finally {
    underWay.delete(postId)
    dropWantedReaction(postId)
  }
}

/** Whether a call without a useful answer has reached what was wanted: the post is read again. */
async function isReachedAllTheSame(postId: string, error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || (error.status !== 0 && error.status < 500)) return false
  await refreshPost(postId).catch(() => undefined)
  return (ownPostPartOf(postId)?.reaction ?? null) === wantedReaction(postId)
}

async function sendUntilWanted(postId: string): Promise<void> {
  for (let calls = 0; calls < MAX_CALLS; calls += 1) {
    const wanted = wantedReaction(postId)
    const current = ownPostPartOf(postId)?.reaction ?? null
    const next = wanted ?? current
    // Reached, or the session has ended meanwhile.
    if (wanted === undefined || wanted === current || next === null) return
    applyPosts([await sendPostReaction(postId, next)])
  }
}
