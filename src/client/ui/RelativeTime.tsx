import { useSyncExternalStore } from 'react'
import type { PointerEvent } from 'react'
import { exactTime, relativeTime } from './relative-time.ts'
import { renderedAt } from './rendered-at.ts'
import { subscribeTicker } from './ticker.ts'
import { serverNow } from './server-time.ts'

interface RelativeTimeProps {
  /** ISO 8601 or milliseconds. */
  at: string | number
  className?: string
}

/** A relative time, updated by the page's one clock; renders again only when its text changes. */
export const RelativeTime = ({ at, className }: RelativeTimeProps) => {
  const moment = typeof at === 'number' ? at : Date.parse(at)
  const now = () => relativeTime(moment, serverNow())
  // The server knows neither the reader's clock nor their time zone.
  const asRendered = () => relativeTime(moment, renderedAt(), 'UTC')
  const showExact = ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
    // A finger is shown no title.
    if (pointerType !== 'touch') currentTarget.title = exactTime(moment)
  }
  const words = useSyncExternalStore(subscribeTicker, now, asRendered)
  return (
    // The exact time is formatted when somebody points at it: the first formatter of a page takes a phone 80 ms.
    <time dateTime={new Date(moment).toISOString()} className={className} onPointerEnter={showExact}>
      {words}
    </time>
  )
}
