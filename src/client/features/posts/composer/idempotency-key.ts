import { ApiError } from '#client/live/http.ts'
import { localKept } from '#client/ui/storage.ts'

/** What was last sent from a composer, and under which clientId. */
export interface Attempt {
  clientId: string
  text: string
}

/**
 * The clientId for sending this text: the same one as before while the text is the same, so that a try whose
 * answer was lost is not posted twice, even after a reload (LIVE L5).
 */
export function attemptFor(key: string, text: string): Attempt {
  const last = lastAttempt(key)
  if (last?.text === text) return last
  const attempt = { clientId: crypto.randomUUID(), text }
  localKept.keepJson(key, attempt)
  return attempt
}

/** It arrived, or was given up: the same text written again is another one. */
export const attemptDone = (key: string): void => localKept.remove(key)

/**
 * It failed. What the server says is over (deleted, withdrawn, thrown away) is written anew when it is sent
 * once more.
 */
export function attemptFailed(key: string, error: unknown): void {
  if (error instanceof ApiError && error.status === 404) attemptDone(key)
}

/** What was sent from here and never heard of again. */
export function lastAttempt(key: string): Attempt | null {
  return localKept.readJson(key, (value) => (isAttempt(value) ? value : null))
}

const isAttempt = (value: unknown): value is Attempt =>
  typeof value === 'object' &&
  value !== null &&
  'clientId' in value &&
  typeof value.clientId === 'string' &&
  'text' in value &&
  typeof value.text === 'string'
