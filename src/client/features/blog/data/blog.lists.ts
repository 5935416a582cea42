import type { BlogCardView } from '#contract/blog.ts'
import { api } from '#client/live/http.ts'
import { outdateLists, seedList } from '#client/live/list/live-list.ts'
import type { Listed, Page } from '#client/live/list/pages.ts'
import type { ListSource } from '#client/live/list/fetch-pages.ts'
import { applyCards } from './blog.store.ts'

/** Which articles: those that readers see, or all of them for admins. */
export type Archive = 'published' | 'all'

/** Lists that were closed are read again when they are older, ms. */
const FRESH_MS = 600_000

const keyOf = (archive: Archive, q: string) => `articles: ${archive} ${q}`

/** Only an empty page is the end. */
const pageOf = (archive: Archive, cards: readonly BlogCardView[]): Page<Listed> => {
  const last = cards.at(-1)
  return {
    rows: cards.map(({ id }) => ({ id })),
    next: archive === 'all' ? last?.createdAt : (last?.publishedAt ?? undefined),
  }
}

/** The articles of an archive, or those that a search finds there, newest first. The cards are in the store. */
export const articlesOf = (archive: Archive, q: string): ListSource<Listed> => ({
  key: keyOf(archive, q),
  fresh: FRESH_MS,
  topic: archive === 'all' ? 'decrees' : 'blog',
  read: async (cursor, signal) => {
    const drafts = archive === 'all' ? 'include' : undefined
    const query = { q: q || undefined, cursor, drafts }
    const cards = await api.get<BlogCardView[]>('/api/blog/posts', query, signal)
    applyCards(cards)
    return pageOf(archive, cards)
  },
})

/** The first published articles of a server-rendered document. `askedAt`: epoch ms. */
export function seedArticles(cards: readonly BlogCardView[], askedAt: number): void {
  applyCards(cards)
  seedList(keyOf('published', ''), pageOf('published', cards), askedAt)
}

/** An article was written: the push brings the same a little later, to lists that are on screen. */
export const outdateArticles = (): void => outdateLists((key) => key.startsWith('articles: '))
