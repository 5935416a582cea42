import { useSyncExternalStore } from 'react'
import { exactTime, relativeTime } from './relative-time.ts'
import { subscribeTicker } from './ticker.ts'

interface RelativeTimeProps {
  /** ISO 8601 or milliseconds. */
  at: string | number
  className?: string
}

/** How long ago, kept true by the page's one clock; renders again only when its own words change. */
export const RelativeTime = ({ at, className }: RelativeTimeProps) => {
  const moment = typeof at === 'number' ? at : Date.parse(at)
  const now = () => relativeTime(moment, Date.now())
  const words = useSyncExternalStore(subscribeTicker, now, now)
  return (
    <time dateTime={new Date(moment).toISOString()} title={exactTime(moment)} className={className}>
      {words}
    </time>
  )
}
