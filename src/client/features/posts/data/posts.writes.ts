import type { PublicPostView } from '#contract/posts.ts'
import { ApiError } from '#client/live/http.ts'
import { sendDelete, sendEdit, sendNsfw, sendShare } from './posts.api.ts'
import { buryPost, takePosts } from './posts.store.ts'
import { refreshPost } from './posts.sync.ts'

/** Gives one's post a new wording. Throws ApiError; the post is as it was then. */
export const editPost = async (id: string, text: string): Promise<void> =>
  takePosts([await sendEdit(id, text)])

/**
 * Takes a post down; one that is gone already counts as done. Throws ApiError; the post is still there then.
 */
export async function deletePost({ id, rev }: Pick<PublicPostView, 'id' | 'rev'>): Promise<void> {
  await sendDelete(id).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  })
  buryPost({ id, rev })
}

/** An admin's mark on a post. Throws ApiError. */
export async function markNsfw(id: string, nsfw: boolean): Promise<void> {
  await sendNsfw(id, nsfw)
  await refreshPost(id)
}

/** Counts a share. Throws ApiError. */
export const sharePost = async (id: string): Promise<void> => takePosts([await sendShare(id)])
