import { createStore } from '#client/live/create-store.ts'
import type { BlogCardView, BlogPostView } from '#contract/blog.ts'
import type { Tombstone } from '#contract/events.ts'
import { onReset } from '#client/live/registry.ts'
import { acceptNewer, createGraveyard, withoutRecord } from '#client/live/records.ts'

/** Decrees kept; the ones that came first go first (LIVE L17). */
const MOST = 500

interface DecreeText extends Pick<BlogPostView, 'id' | 'rev' | 'content' | 'html'> {}

interface BlogState {
  cards: ReadonlyMap<string, BlogCardView>
  /** The text of those that were opened or pushed, of the rev that it belongs to. */
  texts: ReadonlyMap<string, DecreeText>
}

const useBlogStore = createStore<BlogState>(() => ({ cards: new Map(), texts: new Map() }))

const graveyard = createGraveyard()
const bounded = <T>(records: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
  records.size <= MOST ? records : new Map([...records].slice(-MOST))

/** Takes what a list gave. */
export function takeCards(cards: readonly BlogCardView[]): void {
  const living = cards.filter((card) => !graveyard.isGone(card))
  useBlogStore.setState((state) => ({ cards: bounded(living.reduce(acceptNewer, state.cards)) }))
}

/** Takes a whole decree, fetched or pushed. */
export function takeDecree({ content, html, ...card }: BlogPostView): void {
  takeCards([card])
  if (graveyard.isGone(card)) return
  useBlogStore.setState(({ texts }) => ({
    texts: bounded(acceptNewer(texts, { id: card.id, rev: card.rev, content, html })),
  }))
}

/** It is burned, or not for this reader any more: no late copy brings it back (LIVE L2). */
export function buryDecree(tombstone: Tombstone): void {
  graveyard.bury(tombstone)
  useBlogStore.setState(({ cards, texts }) => ({
    cards: withoutRecord(cards, tombstone.id),
    texts: withoutRecord(texts, tombstone.id),
  }))
}

onReset(() => {
  useBlogStore.setState({ cards: new Map(), texts: new Map() })
  graveyard.clear()
})

export const isHeld = (id: string): boolean => useBlogStore.getState().cards.has(id)

export const useDecreeCard = (id: string): BlogCardView | undefined =>
  useBlogStore(({ cards }) => cards.get(id))

const withSlug = ({ cards }: BlogState, slug: string): BlogCardView | undefined =>
  [...cards.values()].find((card) => card.slug === slug)

/** The decree at an address; null while its text is not loaded. */
export function useDecreeAt(slug: string): BlogPostView | null {
  const card = useBlogStore((state) => withSlug(state, slug))
  const text = useBlogStore(({ texts }) => (card ? texts.get(card.id) : undefined))
  return card && text ? { ...card, content: text.content, html: text.html } : null
}
