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
  const last = read(key)
  if (last?.text === text) return last
  const attempt = { clientId: crypto.randomUUID(), text }
  localStorage.setItem(key, JSON.stringify(attempt))
  return attempt
}

/** It arrived: the same text written again is another one. */
export const attemptDone = (key: string): void => localStorage.removeItem(key)

function read(key: string): Attempt | null {
  try {
    const held = JSON.parse(localStorage.getItem(key) ?? 'null') as Attempt | null
    return typeof held?.clientId === 'string' ? held : null
  } catch {
    // Half-written by a crash: as good as none.
    return null
  }
}
