/** How long the focus waits for the element, ms. */
const TIMEOUT_MS = 5_000

/**
 * Focuses the first match within `root` as soon as it exists. Stops when the person focuses something
 * else.
 */
export function focusWhenThere(selector: string, root: ParentNode = document): void {
  const stop = new AbortController()
  const tryNow = () => {
    const element = root.querySelector<HTMLElement>(selector)
    if (!element) return
    stop.abort()
    element.focus({ focusVisible: true })
    element.scrollIntoView({ block: 'nearest' })
  }
  const observer = new MutationObserver(tryNow)
  const timer = setTimeout(() => stop.abort(), TIMEOUT_MS)
  stop.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  for (const sign of ['keydown', 'pointerdown'])
    addEventListener(sign, () => stop.abort(), { signal: stop.signal })
  observer.observe(document.body, { childList: true, subtree: true })
  tryNow()
}
