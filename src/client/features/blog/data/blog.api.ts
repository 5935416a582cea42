import type {
  BlogCardView,
  BlogCountsView,
  BlogPostView,
  BlogPreviewView,
  CreateBlogInput,
  UpdateBlogInput,
} from '#contract/blog.ts'
import { api } from '#client/live/http.ts'

/** Which decrees: those that readers see, or all of them for admins. */
export type Archive = 'published' | 'all'

/** A page, newest first; `cursor` is the moment of the last one held. */
export const fetchDecrees = (archive: Archive, q: string, cursor: string | undefined, signal?: AbortSignal) =>
  api.get<BlogCardView[]>(
    '/api/blog/posts',
    { q: q || undefined, cursor, drafts: archive === 'all' ? 'include' : undefined },
    signal,
  )

export const fetchDecree = (slug: string, signal?: AbortSignal) =>
  api.get<BlogPostView>(`/api/blog/posts/${encodeURIComponent(slug)}`, undefined, signal)

/** Admins only. */
export const fetchCounts = (signal?: AbortSignal) =>
  api.get<BlogCountsView>('/api/blog/counts', undefined, signal)
/** The Markdown as readers would see it. */
export const previewDecree = (content: string) => api.post<BlogPreviewView>('/api/blog/preview', { content })
export const issueDecree = (input: CreateBlogInput) => api.post<BlogPostView>('/api/blog/posts', input)
export const reviseDecree = (id: string, change: UpdateBlogInput) =>
  api.patch<BlogPostView>(`/api/blog/posts/${id}`, change)
export const burnDecree = (id: string) => api.delete<void>(`/api/blog/posts/${id}`)
