import type { BlogCardView, BlogPostView } from '#contract/blog.ts'
import type { Tombstone } from '#contract/events.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { createCollection } from '#client/live/collection.ts'
import type { LiveEvent } from '#client/live/registry.ts'

const MAX_ARTICLES = 500

/** An article without its text. */
export type StoredBlogCard = Omit<BlogCardView, 'content'>

const cards = createCollection<StoredBlogCard>({ limit: MAX_ARTICLES })
/** The texts of opened and pushed articles, each with the rev it belongs to. */
const texts = createCollection<Pick<BlogPostView, 'id' | 'rev' | 'content' | 'html'>>({ limit: MAX_ARTICLES })

/** Stores fetched cards. */
export const applyCards = (listed: readonly (StoredBlogCard & Partial<BlogCardView>)[]): void =>
  cards.apply(listed.map(({ content: _, ...card }) => card))

/** Stores a whole article, fetched or pushed. */
export function applyArticle({ content, html, ...card }: BlogPostView): void {
  cards.apply([card])
  texts.apply([{ id: card.id, rev: card.rev, content, html }])
}

/** Marks the article as deleted or hidden, so that no older copy restores it (LIVE L2). */
export function markArticleDeleted(tombstone: Tombstone): void {
  cards.markDeleted(tombstone)
  texts.markDeleted(tombstone)
}

export const isHeld = (id: string): boolean => cards.get(id) !== undefined

export const useArticleCard = (id: string): StoredBlogCard | undefined =>
  cards.use(({ records }) => records.get(id))

/** The article at an address; null while its text is not loaded. */
export function useArticleAt(slug: string): BlogPostView | null {
  const card = cards.use(({ records }) => [...records.values()].find((one) => one.slug === slug))
  const text = texts.use(({ records }) => (card ? records.get(card.id) : undefined))
  return card && text ? { ...card, content: text.content, html: text.html } : null
}

export const onBlogUpdated = ({ decree }: LiveEvent<'blog:updated'>): void => applyArticle(decree)

export function onBlogDeleted({ unpublished, ...tombstone }: LiveEvent<'blog:deleted'>): void {
  // The new state comes to pages that watch `decrees`.
  if (!(unpublished && currentViewer()?.isAdmin)) markArticleDeleted(tombstone)
}
