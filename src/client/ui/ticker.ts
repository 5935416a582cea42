import { onServerTime } from './server-time.ts'

/** How often the relative times of a page are updated, in ms. The finest step shown is a minute. */
const STEP = 10_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let stopClock: (() => void) | undefined

const tick = () => {
  for (const listener of listeners) listener()
}
const wake = () => {
  if (!document.hidden) tick()
}

/**
 * One clock for the whole page. It runs only while the tab is visible and a component listens, and ticks when a hidden tab
 * becomes visible or the server's clock becomes better known.
 */
export const subscribeTicker = (listener: () => void): (() => void) => {
  if (listeners.size === 0) {
    timer = setInterval(wake, STEP)
    document.addEventListener('visibilitychange', wake)
    stopClock = onServerTime(wake)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', wake)
    stopClock?.()
  }
}
