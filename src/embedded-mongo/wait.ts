import { setTimeout as pause } from 'node:timers/promises'

/** Calls `look` until it returns a value; undefined after `timeoutMs`. */
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
