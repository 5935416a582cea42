import { inBrowser } from './in-browser.ts'

/** The longest wait for a frame, ms: a page in the background is never painted. */
const LONGEST_WAIT_MS = 100

/**
 * Resolves when the browser has painted what the current event changes. What nobody sees, such as a request,
 * begins after it: on a phone a request takes 10 ms to start, and the answer to a touch is a frame.
 */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (!inBrowser || document.hidden) return resolve()
    const timer = setTimeout(resolve, LONGEST_WAIT_MS)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })
