import { useEffect, useState } from 'react'
import { TIMINGS } from '#contract/limits.ts'
import { useConnection } from '#client/live/connection.store.ts'

/** How long the message about the end of an interruption is shown, ms. */
const GOOD_NEWS = 4_000

const WORDS = {
  offline: "You're offline. We'll catch up when you're back.",
  reconnecting: 'The pipes are blocked. Catching up by bucket.',
  crowded:
    'Ten other pages of yours are open. This one looks for news every 30 seconds. Close one to change that.',
  well: 'All is well again. Everything flows.',
} as const

export interface ConnectionWords {
  state: keyof typeof WORDS
  text: string
}

/**
 * The message about the connection, if any: none in the first 3 s of an interruption; its end is announced
 * only if the interruption was, and after everything has been refetched.
 */
export function useConnectionWords(): ConnectionWords | null {
  const { status, since, catchingUp, crowded } = useConnection()
  const [spoken, setSpoken] = useState(false)
  const down = status !== 'live'
  useEffect(() => {
    if (!down) return
    const timer = setTimeout(() => setSpoken(true), Math.max(0, since + TIMINGS.bannerDelay - Date.now()))
    return () => clearTimeout(timer)
  }, [down, since])
  const well = spoken && !down && !catchingUp
  useEffect(() => {
    if (!well) return
    const timer = setTimeout(() => setSpoken(false), GOOD_NEWS)
    return () => clearTimeout(timer)
  }, [well])
  if (!spoken) return null
  const trouble = status === 'offline' ? 'offline' : crowded ? 'crowded' : 'reconnecting'
  const state = well ? 'well' : trouble
  return { state, text: WORDS[state] }
}
