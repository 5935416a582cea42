import { setTimeout as pause } from 'node:timers/promises'

/** What waits long is asked less often, ms: each question costs a request or a read, beside other tests. */
const [FIRST_MS, LONGEST_MS] = [20, 250]

/** Polls until `holds` is true. Fails with `what` after `within` ms. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  within = 30_000,
): Promise<void> {
  const begun = Date.now()
  for (let waited = 0; waited < within; waited = Date.now() - begun) {
    if (await holds()) return
    await pause(Math.min(FIRST_MS + waited / 40, LONGEST_MS))
  }
  throw new Error(`Still waiting after ${within} ms: ${what}`)
}
