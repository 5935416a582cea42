export interface HoverTarget {
  element: HTMLElement
}

interface HoverOptions<T extends HoverTarget> {
  /** What there is to show for the element below the mouse; null for nothing. */
  targetAt: (element: Element) => T | null
  /** How long the mouse rests before something shows, ms. */
  openDelayMs: number
  /** How long it stays after the mouse has left, ms. Without, it closes at once. */
  closeDelayMs?: number
  /** The next one shows at once when the last one closed less than this ago, ms. */
  skipDelayMs?: number
  /** Selector of what the mouse may enter, press and scroll without closing. */
  keepsOpen?: string
  /** Keyboard focus shows it as well. */
  withFocus?: boolean
}

/**
 * Watches the whole document for a mouse that rests on something, and reports what to show (null for nothing). Escape, a
 * press and scrolling close. Never for touch. Returns the function that stops watching.
 */
export function watchHover<T extends HoverTarget>(
  { targetAt, openDelayMs, closeDelayMs, skipDelayMs = 0, keepsOpen, withFocus }: HoverOptions<T>,
  show: (target: T | null) => void,
): () => void {
  let shown: T | null = null
  /** What the mouse is on. */
  let current: HTMLElement | null = null
  let closedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  const report = (target: T | null) => {
    clearTimeout(timer)
    if (target === shown) return
    if (!target) closedAt = performance.now()
    shown = target
    show(target)
  }
  const reportAfter = (ms: number, target: T | null) => {
    timer = setTimeout(() => report(target?.element.isConnected ? target : null), ms)
  }
  const close = () => {
    current = null
    report(null)
  }
  const moveTo = (target: T | null) => {
    const element = target?.element ?? null
    if (element === current) return
    current = element
    clearTimeout(timer)
    if (shown && shown.element === element) return
    if (closeDelayMs === undefined) report(null)
    if (target) reportAfter(performance.now() - closedAt < skipDelayMs ? 0 : openDelayMs, target)
    else if (shown) reportAfter(closeDelayMs!, null)
  }

  const isKeptOpen = ({ target }: Event) =>
    keepsOpen !== undefined && target instanceof Element && target.closest(keepsOpen) !== null
  const move = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || !(event.target instanceof Element)) return
    moveTo(isKeptOpen(event) ? shown : targetAt(event.target))
  }
  const focus = ({ target }: FocusEvent) => {
    const focused = target instanceof Element ? targetAt(target) : null
    moveTo(focused?.element.matches(':focus-visible') ? focused : null)
  }
  const elsewhere = (event: Event) => !isKeptOpen(event) && close()
  const key = (event: KeyboardEvent) => event.key === 'Escape' && close()
  const stop = new AbortController()
  const options = { signal: stop.signal, passive: true, capture: true }
  // Not 'pointerover', which also comes when the page moves below a mouse that rests.
  document.addEventListener('pointermove', move, options)
  document.addEventListener('pointerdown', elsewhere, options)
  document.addEventListener('scroll', elsewhere, options)
  document.addEventListener('keydown', key, options)
  if (withFocus) {
    document.addEventListener('focusin', focus, options)
    document.addEventListener('focusout', close, options)
  }
  return () => {
    stop.abort()
    clearTimeout(timer)
  }
}
