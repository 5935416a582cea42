import { dateFormat } from '#client/ui/locale.ts'
import { serverNow } from '#client/ui/server-time.ts'

const weekday = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' })
const withYear = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' })

/** 'Today', 'Yesterday', else the day, with the year when it is not this one. */
export function dayName(iso: string, now = new Date(serverNow())): string {
  const day = new Date(iso)
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (day.toDateString() === now.toDateString()) return 'Today'
  if (day.toDateString() === yesterday.toDateString()) return 'Yesterday'
  return (day.getFullYear() === now.getFullYear() ? weekday : withYear)(day)
}
