/** How far the server's clock is ahead of this device's, ms. Devices are wrong by seconds, and some by days. */
let ahead = 0
const listeners = new Set<() => void>()

/** The moment by the server's clock, epoch ms: for whatever is compared with a moment that the server has set. */
export const serverNow = (): number => Date.now() + ahead

/** The server said `now` when this device's clock said `here`, both epoch ms. */
export function setServerTime(now: number, here = Date.now()): void {
  if (now - here === ahead) return
  ahead = now - here
  for (const listener of listeners) listener()
}

/** Calls `look` when the server's clock becomes better known. Returns an unsubscribe. */
export function onServerTime(look: () => void): () => void {
  listeners.add(look)
  return () => listeners.delete(look)
}

/**
 * Calls `look` at this moment of the server's clock (epoch ms), and whenever that clock becomes better known. Returns an
 * unsubscribe.
 */
export function atServerTime(moment: number, look: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const arm = () => {
    clearTimeout(timer)
    timer = setTimeout(look, Math.max(0, moment - serverNow()) + 1)
  }
  arm()
  const stop = onServerTime(() => {
    arm()
    look()
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
