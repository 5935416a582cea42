import { keepStored, readStored } from './stored.ts'

/** What was last sent from a composer, and under which clientId. */
export interface Attempt {
  clientId: string
  text: string
}

/**
 * The clientId for sending this text: the same one as before while the text is the same, so that a try whose answer was
 * lost is not posted twice, even after a reload (LIVE L5).
 */
export function attemptFor(key: string, text: string): Attempt {
  const last = lastAttempt(key)
  if (last?.text === text) return last
  const attempt = { clientId: crypto.randomUUID(), text }
  keepStored(key, JSON.stringify(attempt))
  return attempt
}

/** It arrived, or was given up: the same text written again is another one. */
export const attemptDone = (key: string): void => keepStored(key, '')

/** What was sent from here and never heard of again. */
export function lastAttempt(key: string): Attempt | null {
  try {
    const held = JSON.parse(readStored(key) ?? 'null') as Attempt | null
    return typeof held?.clientId === 'string' ? held : null
  } catch {
    // Half-written by a crash: as good as none.
    return null
  }
}
