/** How often times on the page are looked at again, in ms. The finest step shown is a minute. */
const STEP = 10_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const tick = () => {
  for (const listener of listeners) listener()
}
const wake = () => {
  if (!document.hidden) tick()
}

/**
 * One clock for the whole page, running only while somebody looks at it; also ticks when a hidden tab comes
 * back.
 */
export const subscribeTicker = (listener: () => void): (() => void) => {
  if (listeners.size === 0) {
    timer = setInterval(wake, STEP)
    document.addEventListener('visibilitychange', wake)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', wake)
  }
}
