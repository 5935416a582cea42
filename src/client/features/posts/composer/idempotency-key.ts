import { ApiError } from '#client/live/http.ts'
import { localKept } from '#client/ui/storage.ts'
import { randomId } from '#client/ui/random-id.ts'

/** The text last sent from a composer, and its clientId. */
export interface Attempt {
  clientId: string
  text: string
}

/**
 * The clientId for this text. The same text gets the same clientId, also after a reload: a retry whose answer
 * was lost is not posted twice (LIVE L5).
 */
export function attemptFor(key: string, text: string): Attempt {
  const last = lastAttempt(key)
  if (last?.text === text) return last
  const attempt = { clientId: randomId(), text }
  localKept.saveJson(key, attempt)
  return attempt
}

/** The text was delivered or given up: the same text written again gets a new clientId. */
export const attemptDone = (key: string): void => localKept.remove(key)

/** Sending failed. When the server answers 404 (deleted, withdrawn), the next try gets a new clientId. */
export function attemptFailed(key: string, error: unknown): void {
  if (error instanceof ApiError && error.status === 404) attemptDone(key)
}

/** The last text that was sent without an answer. */
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
