import { useSyncExternalStore } from 'react'
import type { PollView } from '#contract/posts.polls.ts'
import { plural } from '#contract/plural.ts'
import { Num } from '#client/ui/Num.tsx'
import { subscribeTicker } from '#client/ui/ticker.ts'
import { serverNow } from '#client/ui/server-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** 'ends in 1d': in the largest unit that fits, rounded, so that a poll of a day begins with a day. */
export function timeLeft(ms: number): string {
  if (ms < MINUTE) return 'ends within a minute'
  const minutes = Math.round(ms / MINUTE)
  if (minutes < 60) return `ends in ${minutes}m`
  const hours = Math.round(ms / HOUR)
  return hours < 24 ? `ends in ${hours}h` : `ends in ${Math.round(ms / DAY)}d`
}

/** '12 votes · ends in 3h', and '12 votes · ended' afterwards. */
export const PollState = ({ poll: { votes, endsAt }, hasEnded }: { poll: PollView; hasEnded: boolean }) => {
  const end = Date.parse(endsAt)
  const left = useSyncExternalStore(subscribeTicker, () => timeLeft(end - serverNow()))
  return (
    <p className="s-poll-state">
      <Num value={votes} /> {plural(votes, 'vote')} ·{' '}
      <time dateTime={endsAt}>{hasEnded ? 'ended' : left}</time>
    </p>
  )
}
