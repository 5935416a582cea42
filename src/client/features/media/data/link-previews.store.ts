import { create } from 'zustand'
import type { LinkCardView } from '#contract/link-cards.ts'
import { api } from '#client/live/http.ts'
import { withLatest } from '#client/live/lru-map.ts'
import { onReset } from '#client/live/registry.ts'

/** Cards of links that were written; null for none (LIVE L17). */
const MAX_CARDS = 20

export const useLinkPreviews = create<{ cards: ReadonlyMap<string, LinkCardView | null> }>(() => ({
  cards: new Map(),
}))
onReset(() => useLinkPreviews.setState({ cards: new Map() }))

/** Asks for the card of a link once. Without an answer the draft shows none. */
export async function loadPreview(url: string): Promise<void> {
  if (useLinkPreviews.getState().cards.has(url)) return
  const { card } = await api.post<{ card: LinkCardView | null }>('/api/link-cards', { url })
  useLinkPreviews.setState(({ cards }) => ({ cards: withLatest(cards, url, card, MAX_CARDS) }))
}
