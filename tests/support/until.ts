import { setTimeout as pause } from 'node:timers/promises'

/** Waits for something to become true by asking again and again; fails with `what` when it never does. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  within = 10_000,
): Promise<void> {
  const deadline = Date.now() + within
  while (Date.now() < deadline) {
    if (await holds()) return
    await pause(20)
  }
  throw new Error(`Still waiting after ${within} ms: ${what}`)
}
