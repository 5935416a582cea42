import { useMemo, useSyncExternalStore } from 'react'
import { ApiError } from '#client/live/http.ts'
import { browserStorage, parsed } from '#client/ui/storage.ts'
import { randomId } from '#client/ui/random-id.ts'

/** A text that was sent from a composer and has no answer yet, and its clientId. */
export interface Attempt {
  clientId: string
  text: string
  /** When it was first sent, epoch ms. */
  at: number
}

const DAY = 24 * 3600_000
const MOST = 20

/**
 * The clientId for this text. The same text gets the same clientId, also after a reload: a retry whose answer
 * was lost is not posted twice (LIVE L5), whatever else is sent meanwhile.
 */
export function attemptFor(key: string, text: string): Attempt {
  const attempts = attemptsIn(browserStorage.read(key) ?? '')
  const known = attempts.find((one) => one.text === text)
  if (known) return known
  const attempt = { clientId: randomId(), text, at: Date.now() }
  store(key, [...attempts.slice(1 - MOST), attempt])
  return attempt
}

/** The text was delivered or given up: the same text written again gets a new clientId. */
export const attemptDone = (key: string, text: string): void =>
  store(
    key,
    attemptsIn(browserStorage.read(key) ?? '').filter((one) => one.text !== text),
  )

/** Sending failed. When the server answers 404 (deleted, withdrawn), the next try gets a new clientId. */
export function attemptFailed(key: string, text: string, error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) return
  attemptDone(key, text)
  attemptFor(key, text)
}

/** What was sent and has no answer, the newest last. */
export function useAttempts(key: string): readonly Attempt[] {
  const kept = useSyncExternalStore(
    (changed) => follow(key, changed),
    () => browserStorage.read(key) ?? '',
    () => '',
  )
  return useMemo(() => attemptsIn(kept), [kept])
}

/** The newest text that was sent without an answer; '' without one. */
export const lastAttempt = (key: string): string =>
  attemptsIn(browserStorage.read(key) ?? '').at(-1)?.text ?? ''

const followers = new Set<() => void>()

function follow(key: string, changed: () => void): () => void {
  followers.add(changed)
  const stop = browserStorage.onChange(key, changed)
  return () => {
    followers.delete(changed)
    stop()
  }
}

function store(key: string, attempts: readonly Attempt[]): void {
  browserStorage.keep(key, attempts.length > 0 ? JSON.stringify(attempts) : '')
  for (const changed of followers) changed()
}

function attemptsIn(kept: string): Attempt[] {
  const value = parsed(kept)
  return Array.isArray(value) ? value.filter(isAttempt).filter(({ at }) => at > Date.now() - DAY) : []
}

const isAttempt = (value: unknown): value is Attempt =>
  typeof value === 'object' &&
  value !== null &&
  'clientId' in value &&
  typeof value.clientId === 'string' &&
  'text' in value &&
  typeof value.text === 'string' &&
  'at' in value &&
  typeof value.at === 'number'
