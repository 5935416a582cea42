import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { OffersProps } from './OfferList.tsx'
import { PeopleOffers } from './PeopleOffers.tsx'
import { TagOffers } from './TagOffers.tsx'
import { tokenAt, type Token } from './token.ts'

export interface CompletionProps {
  area: RefObject<HTMLTextAreaElement | null>
  /** The content of the area: it may change without a key, when it is sent. */
  text: string
  nearest?: OffersProps['nearest']
}

/** Offers people after an @ and hashtags after a #, below what is written. */
export const Completion = ({ area, text, nearest }: CompletionProps) => {
  const { token, close } = useToken(area, text)
  if (!token) return null
  const Offers = token.kind === 'person' ? PeopleOffers : TagOffers
  return <Offers area={area} token={token} onClose={close} nearest={nearest} />
}

/** The token at the caret while the area has the focus, until it is closed. */
function useToken(area: RefObject<HTMLTextAreaElement | null>, text: string) {
  const [token, setToken] = useState<Token | null>(null)
  // Escape closes the list for this word.
  const [closedAt, setClosedAt] = useState<number | null>(null)
  useEffect(() => {
    const read = () => {
      const now = tokenIn(area.current)
      setToken((before) => (isSame(before, now) ? before : now))
      if (!now) setClosedAt(null)
    }
    read()
    const field = area.current
    const events = ['input', 'focus', 'blur', 'keyup', 'pointerup']
    for (const event of events) field?.addEventListener(event, read)
    document.addEventListener('selectionchange', read)
    return () => {
      for (const event of events) field?.removeEventListener(event, read)
      document.removeEventListener('selectionchange', read)
    }
  }, [area, text])
  const isClosed = token !== null && token.start === closedAt
  return { token: isClosed ? null : token, close: () => setClosedAt(token?.start ?? null) }
}

function tokenIn(field: HTMLTextAreaElement | null): Token | null {
  const isReady = field && document.activeElement === field && !field.readOnly
  return isReady && field.selectionStart === field.selectionEnd
    ? tokenAt(field.value, field.selectionEnd)
    : null
}

const isSame = (one: Token | null, other: Token | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.kind === other.kind &&
    one.start === other.start &&
    one.end === other.end &&
    one.query === other.query)
