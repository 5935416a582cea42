import { useDeferredValue, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { ActorView } from '#contract/people.ts'
import { followPlace, placeBeside, seenWindow } from '#client/ui/place-beside.ts'
import { insertText } from './insert-text.ts'
import { boxOfText } from './box-of-text.ts'
import { textFor, type Token } from './token.ts'
import { isComposing } from '#client/ui/composing.ts'
import './OfferList.css'

/** What the two lists of offers are given. */
export interface OffersProps {
  area: RefObject<HTMLTextAreaElement | null>
  token: Token
  onClose: () => void
  /** People to be offered before all others: those of the group that is written to. */
  nearest?: readonly ActorView[] | undefined
}

export interface Offer {
  key: string
  /** With its sign. */
  word: string
  content: ReactNode
}

interface OfferListProps extends OffersProps {
  /** Names the list: 'People'. */
  label: string
  /** The best first. */
  matches: readonly Offer[]
}

/** Rows of the list: what a phone shows above its keyboard. */
const OFFERED = 6

/**
 * The list below the caret, as the combobox pattern of ARIA has it: the area keeps the focus, the arrows choose,
 * Enter and Tab insert, Escape closes. The area stays a text box, because HTML gives a textarea no other role; a
 * text box has no `aria-expanded`, so the number of offers is spoken instead.
 */
export const OfferList = ({ area, token, onClose, label, matches }: OfferListProps) => {
  const offers = matches.slice(0, OFFERED)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const { chosen, choose } = useChosen(token.query, offers.length)
  const insert = (offer: Offer | undefined) => {
    const field = area.current
    if (!offer || !field) return
    const text = textFor(field.value, token, offer.word)
    onClose()
    insertText(field, token.start, token.end, text)
  }
  useKeys(area, offers.length > 0, {
    ArrowDown: () => choose((chosen + 1) % offers.length),
    ArrowUp: () => choose((chosen + offers.length - 1) % offers.length),
    Enter: () => insert(offers[chosen]),
    Tab: () => insert(offers[chosen]),
    Escape: onClose,
  })
  useAreaAttributes(area, offers.length > 0 ? listId : null, `${listId}-${chosen}`)
  usePlace(area, list, token, offers.length)
  const count = offers.length > 0 ? `${label}: ${offers.length} to choose from with the arrow keys` : ''
  return (
    <>
      <span role="status" className="sr-only">
        {/* A region that comes with its text already in it is not read out. */}
        {useDeferredValue(count, '')}
      </span>
      {offers.length > 0 && (
        <div ref={list} id={listId} role="listbox" aria-label={label} popover="manual" className="s-offers">
          {offers.map((offer, place) => (
            <button
              key={offer.key}
              type="button"
              id={`${listId}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === chosen}
              className="s-offer"
              // The area keeps the focus, and a phone its keyboard.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(offer)}
            >
              {offer.content}
            </button>
          ))}
        </div>
      )}
    </>
  )
}

/** The place of the chosen offer: the first one again whenever something else is typed. */
function useChosen(query: string, count: number) {
  const [state, setState] = useState({ query, place: 0 })
  const place = state.query === query && state.place < count ? state.place : 0
  return { chosen: place, choose: (next: number) => setState({ query, place: next }) }
}

type Key = 'ArrowDown' | 'ArrowUp' | 'Enter' | 'Tab' | 'Escape'

/**
 * Takes the keys of the list before anything else hears them: the composer, which would send, and the dialog
 * around it, which would close. A key that belongs to an input method is left to it.
 */
function useKeys(
  area: RefObject<HTMLTextAreaElement | null>,
  isOpen: boolean,
  acts: Record<Key, () => void>,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTaken = event.key in acts && event.target === area.current && !isComposing(event)
    if (!isTaken || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    acts[event.key as Key]()
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const hear = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', hear, { capture: true })
    return () => window.removeEventListener('keydown', hear, { capture: true })
  }, [isOpen])
}

/** Connects the area with the open list, for screen readers. */
function useAreaAttributes(
  area: RefObject<HTMLTextAreaElement | null>,
  listId: string | null,
  optionId: string,
): void {
  useEffect(() => {
    const field = area.current
    if (!field || listId === null) return undefined
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': listId,
      'aria-activedescendant': optionId,
    }
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
    document.getElementById(optionId)?.scrollIntoView?.({ block: 'nearest' })
    return () => {
      for (const name of Object.keys(attributes)) field.removeAttribute(name)
    }
  }, [area, listId, optionId])
}

/** Width of the list where there is room, px. */
const WIDTH = 320

/** Keeps the list beside the caret, also while the page scrolls or a keyboard slides up. */
function usePlace(
  area: RefObject<HTMLTextAreaElement | null>,
  list: RefObject<HTMLDivElement | null>,
  { start, end }: Token,
  rows: number,
): void {
  useLayoutEffect(() => {
    const [field, box] = [area.current, list.current]
    if (!field || !box) return undefined
    // On top of everything: dialogs, the bars, and cards that cut off what leaves them.
    box.showPopover?.()
    const put = () => {
      const { left, top, width, maxHeight } = placeBeside({
        line: boxOfText(field, start, end),
        seen: seenWindow(),
        width: WIDTH,
        height: box.scrollHeight,
        isRightToLeft: getComputedStyle(field).direction === 'rtl',
      })
      Object.assign(box.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        maxHeight: `${maxHeight}px`,
      })
    }
    return followPlace(put)
  }, [area, list, start, end, rows])
}
