import { useEffect } from 'react'
import { create } from 'zustand'
import type { LinkCardView } from '#contract/link-cards.ts'
import { api } from '#client/live/http.ts'
import { withLatest } from '#client/ui/lru-map.ts'
import { onReset } from '#client/live/registry.ts'
import { usePaused } from '#client/ui/use-paused.ts'

/** Cards of links that were written; null for none (LIVE L17). */
const MAX_CARDS = 100

/** How long nothing is typed before a link counts as written, ms. */
const PAUSE = 600

const useLinkPreviews = create<{ cards: ReadonlyMap<string, LinkCardView | null> }>(() => ({
  cards: new Map(),
}))
onReset(() => useLinkPreviews.setState({ cards: new Map() }))

/** The card of a link, if this page knows it. */
export const knownPreview = (link: string | null): LinkCardView | null =>
  link === null ? null : (useLinkPreviews.getState().cards.get(link) ?? null)

/** The card that a link will have in a post, once its page was read. */
export function useLinkPreview(link: string | null): LinkCardView | null {
  const written = usePaused(link ?? '', PAUSE)
  useEffect(() => {
    // A failure needs no message: the link is in the text anyway.
    if (written !== '') void load(written).catch(() => undefined)
  }, [written])
  return useLinkPreviews(({ cards }) => (link === null ? null : (cards.get(link) ?? null)))
}

async function load(url: string): Promise<void> {
  if (useLinkPreviews.getState().cards.has(url)) return
  const { card } = await api.post<{ card: LinkCardView | null }>('/api/link-cards', { url })
  useLinkPreviews.setState(({ cards }) => ({ cards: withLatest(cards, url, card, MAX_CARDS) }))
}
