import { useEffect } from 'react'
import type { AdminPostView } from '#contract/admin.ts'
import type { PublicPostView } from '#contract/posts.ts'
import { sendNsfw } from '#client/features/posts/data/posts.api.ts'
import { api } from '#client/live/http.ts'
import { onLive } from '#client/live/registry.ts'
import { createRows } from '#client/live/rows.ts'

/** Posts as admins list them. */
export const postRows = createRows<AdminPostView>()

export const fetchAdminPosts = (q: string, cursor: string | undefined, signal: AbortSignal) =>
  api.get<AdminPostView[]>('/api/admin/posts', { q: q || undefined, cursor }, signal)

/** Sets or removes a post's mark as not safe for work. Throws ApiError. */
export async function setPostNsfw(id: string, nsfw: boolean): Promise<void> {
  postRows.apply([await sendNsfw(id, nsfw)])
}

/** Deletes a post permanently. Throws ApiError. */
export async function removePost({ id, rev }: Pick<AdminPostView, 'id' | 'rev'>): Promise<void> {
  await api.delete<void>(`/api/admin/posts/${id}`)
  postRows.markDeleted({ id, rev: rev + 1 })
}

const asRow = ({
  id,
  text,
  mediaUrl,
  nsfw,
  author,
  createdAt,
  _count,
  rev,
}: PublicPostView): AdminPostView => ({ id, text, mediaUrl, nsfw, author, createdAt, _count, rev })

/** While mounted, pushed posts change the list. */
export function usePushedPosts(): void {
  useEffect(() => {
    const stops = [
      onLive('post:created', ({ topic, posts }) => {
        if (topic === 'feed') for (const post of posts) postRows.push(asRow(post))
      }),
      onLive('post:updated', ({ post }) => {
        postRows.applyKnown(asRow(post))
      }),
      onLive('post:deleted', postRows.markDeleted),
    ]
    return () => stops.forEach((stop) => stop())
  }, [])
}
