import type {
  BlogCountsView,
  BlogPostView,
  BlogPreviewView,
  CreateBlogInput,
  NextBlogView,
  UpdateBlogInput,
} from '#contract/blog.ts'
import { api } from '#client/live/http.ts'
import { markDecreeDeleted, applyCards, applyDecree, type StoredBlogCard } from './blog.store.ts'
import { outdateDecrees } from './blog.lists.ts'

/** Loads a decree into the store. Throws ApiError. */
export async function loadDecree(slug: string, signal?: AbortSignal): Promise<void> {
  const path = `/api/blog/posts/${encodeURIComponent(slug)}`
  applyDecree(await api.get<BlogPostView>(path, undefined, signal))
}

/** Loads the card of the decree to read after this one, and answers its id; null without another. */
export async function loadNextDecree(slug: string, signal?: AbortSignal): Promise<string | null> {
  const path = `/api/blog/posts/${encodeURIComponent(slug)}/next`
  const { next } = await api.get<NextBlogView>(path, undefined, signal)
  if (next) applyCards([next])
  return next?.id ?? null
}

// For admins only. All throw ApiError.

/** Any decree by its id, to edit it. */
export const fetchDecreeToEdit = (id: string, signal?: AbortSignal) =>
  api.get<BlogPostView>(`/api/blog/editor/${encodeURIComponent(id)}`, undefined, signal)

export const fetchCounts = (signal?: AbortSignal) =>
  api.get<BlogCountsView>('/api/blog/counts', undefined, signal)

/** The Markdown as readers would see it. */
export const previewDecree = (content: string) => api.post<BlogPreviewView>('/api/blog/preview', { content })

export async function createDecree(input: CreateBlogInput): Promise<BlogPostView> {
  const decree = await api.post<BlogPostView>('/api/blog/posts', input)
  applyDecree(decree)
  outdateDecrees()
  return decree
}

export async function updateDecree(id: string, change: UpdateBlogInput): Promise<BlogPostView> {
  const decree = await api.patch<BlogPostView>(`/api/blog/posts/${id}`, change)
  applyDecree(decree)
  outdateDecrees()
  return decree
}

export async function deleteDecree({ id, rev }: Pick<StoredBlogCard, 'id' | 'rev'>): Promise<void> {
  await api.delete<void>(`/api/blog/posts/${id}`)
  markDecreeDeleted({ id, rev: rev + 1 })
  outdateDecrees()
}
