import { useCallback } from 'react'
import type { PublicPostView } from '#contract/posts.ts'
import { createStore } from '#client/live/create-store.ts'
import { withLatest } from '#client/ui/lru-map.ts'

/**
 * What the viewer has opened on a card. It outlives the card, which is unmounted when it is scrolled away.
 */
interface CardState {
  /** The full text is shown. */
  expanded: boolean
  /** The content below the warning is shown. */
  revealed: boolean
  comments: boolean
}

const CLOSED: CardState = { expanded: false, revealed: false, comments: false }

/** Cards remembered; the least recently changed is dropped first (LIVE L17). */
const MAX_CARDS = 200

const useCards = createStore<{ cards: ReadonlyMap<string, CardState> }>(() => ({ cards: new Map() }))

type Warned = Pick<PublicPostView, 'id' | 'contentWarn' | 'nsfw' | 'mediaUrl'>

/** Whether a warning covers the post: its media, or without media its text. */
export const isCovered = ({ contentWarn, nsfw, mediaUrl }: Warned, revealed: boolean): boolean =>
  !revealed && (contentWarn !== null || (nsfw && mediaUrl !== null))

/** Whether a warning covers the words of the post. */
export function useIsTextCovered(post: Warned): boolean {
  const [{ revealed }] = useCardState(post.id)
  return post.mediaUrl === null && isCovered(post, revealed)
}

/** The state of this card and its setter. */
export function useCardState(id: string): [CardState, (change: Partial<CardState>) => void] {
  const state = useCards(({ cards }) => cards.get(id) ?? CLOSED)
  const change = useCallback(
    (part: Partial<CardState>) =>
      useCards.setState(({ cards }) => ({
        cards: withLatest(cards, id, { ...(cards.get(id) ?? CLOSED), ...part }, MAX_CARDS),
      })),
    [id],
  )
  return [state, change]
}
