import { setTimeout as pause } from 'node:timers/promises'

/** Polls until `holds` is true. Fails with `what` after `within` ms. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  within = 30_000,
): Promise<void> {
  const deadline = Date.now() + within
  while (Date.now() < deadline) {
    if (await holds()) return
    await pause(20)
  }
  throw new Error(`Still waiting after ${within} ms: ${what}`)
}
