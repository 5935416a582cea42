import { setTimeout as pause } from 'node:timers/promises'

/** Asks `look` until it answers something; undefined when `timeoutMs` have passed without. */
export async function waitFor<T>(
  look: () => Promise<T | undefined | false>,
  { timeoutMs, everyMs = 25 }: { timeoutMs: number; everyMs?: number },
): Promise<T | undefined> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() >= end) return undefined
    await pause(everyMs)
  }
}
