import { create } from 'zustand'
import type { LinkCardView } from '#contract/link-cards.ts'
import { firstLink } from '#contract/web-addresses.ts'
import { api } from '#client/live/http.ts'
import { withLatest } from '#client/live/lru-map.ts'
import { onReset } from '#client/live/registry.ts'
import { usePostDraft, type PostDraft } from './draft.store.ts'

/** Cards of links that were written; null for none (LIVE L17). */
const MAX_CARDS = 20

export const useLinkPreviews = create<{ cards: ReadonlyMap<string, LinkCardView | null> }>(() => ({
  cards: new Map(),
}))
onReset(() => useLinkPreviews.setState({ cards: new Map() }))

/** The link that the post will show a card of, unless the author hides it (DECISIONS row 350). */
export const linkOfDraft = ({ text, hasMedia, quotedId, pollOptions }: PostDraft): string | null =>
  hasMedia || quotedId !== '' || pollOptions.length > 0 ? null : firstLink(text)

/** Whether the author has hidden the preview of the link that the draft has now. */
export function isPreviewHidden(draft: PostDraft): boolean {
  const link = linkOfDraft(draft)
  return link !== null && draft.hiddenPreview === link
}

/** The card that the draft shows now. */
export function shownPreview(): LinkCardView | null {
  const draft = usePostDraft.getState()
  const link = isPreviewHidden(draft) ? null : linkOfDraft(draft)
  return link === null ? null : (useLinkPreviews.getState().cards.get(link) ?? null)
}

/** Asks for the card of a link once. Without an answer the draft shows none. */
export async function loadPreview(url: string): Promise<void> {
  if (useLinkPreviews.getState().cards.has(url)) return
  const { card } = await api.post<{ card: LinkCardView | null }>('/api/link-cards', { url })
  useLinkPreviews.setState(({ cards }) => ({ cards: withLatest(cards, url, card, MAX_CARDS) }))
}
