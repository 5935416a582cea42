import type {
  BlogCountsView,
  BlogPostView,
  BlogPreviewView,
  CreateBlogInput,
  NextBlogView,
  UpdateBlogInput,
} from '#contract/blog.ts'
import { api } from '#client/live/http.ts'
import { markArticleDeleted, applyCards, applyArticle, type StoredBlogCard } from './blog.store.ts'
import { outdateArticles } from './blog.lists.ts'

/** Loads an article into the store. Throws ApiError. */
export async function loadArticle(slug: string, signal?: AbortSignal): Promise<void> {
  const path = `/api/blog/posts/${encodeURIComponent(slug)}`
  applyArticle(await api.get<BlogPostView>(path, undefined, signal))
}

/** Loads the card of the article to read after this one, and answers its id; null without another. */
export async function loadNextArticle(slug: string, signal?: AbortSignal): Promise<string | null> {
  const path = `/api/blog/posts/${encodeURIComponent(slug)}/next`
  const { next } = await api.get<NextBlogView>(path, undefined, signal)
  if (next) applyCards([next])
  return next?.id ?? null
}

// For admins only. All throw ApiError.

/** Any article by its id, to edit it. */
export const fetchArticleToEdit = (id: string, signal?: AbortSignal) =>
  api.get<BlogPostView>(`/api/blog/editor/${encodeURIComponent(id)}`, undefined, signal)

export const fetchCounts = (signal?: AbortSignal) =>
  api.get<BlogCountsView>('/api/blog/counts', undefined, signal)

/** The Markdown as readers would see it. */
export const previewArticle = (content: string) => api.post<BlogPreviewView>('/api/blog/preview', { content })

export async function createArticle(input: CreateBlogInput): Promise<BlogPostView> {
  const article = await api.post<BlogPostView>('/api/blog/posts', input)
  applyArticle(article)
  outdateArticles()
  return article
}

export async function updateArticle(id: string, change: UpdateBlogInput): Promise<BlogPostView> {
  const article = await api.patch<BlogPostView>(`/api/blog/posts/${id}`, change)
  applyArticle(article)
  outdateArticles()
  return article
}

export async function deleteArticle({ id, rev }: Pick<StoredBlogCard, 'id' | 'rev'>): Promise<void> {
  await api.delete<void>(`/api/blog/posts/${id}`)
  markArticleDeleted({ id, rev: rev + 1 })
  outdateArticles()
}
