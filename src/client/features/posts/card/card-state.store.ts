import { useCallback } from 'react'
import { createStore } from '#client/live/create-store.ts'

/**
 * What somebody has opened on a card. It outlives the card, which comes and goes with the scroll position.
 */
interface CardState {
  /** The full text is shown. */
  expanded: boolean
  /** What lay behind the overlay is shown. */
  revealed: boolean
  comments: boolean
}

const CLOSED: CardState = { expanded: false, revealed: false, comments: false }

/** Cards remembered; the one that was touched longest ago goes first (LIVE L17). */
const MOST = 200

const useCards = createStore<{ cards: ReadonlyMap<string, CardState> }>(() => ({ cards: new Map() }))

/** What is open on this card, and the way to change it. */
export function useCardState(id: string): [CardState, (change: Partial<CardState>) => void] {
  const state = useCards(({ cards }) => cards.get(id) ?? CLOSED)
  const change = useCallback(
    (part: Partial<CardState>) =>
      useCards.setState(({ cards }) => {
        const next = new Map(cards)
        next.delete(id)
        next.set(id, { ...(cards.get(id) ?? CLOSED), ...part })
        return { cards: next.size > MOST ? new Map([...next].slice(-MOST)) : next }
      }),
    [id],
  )
  return [state, change]
}
