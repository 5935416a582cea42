/** Open and skip delay in ms (product section 9). */
const OPEN_DELAY = 700
const SKIP_DELAY = 300

export interface TooltipTarget {
  element: HTMLElement
  text: string
}

const carrierOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null

/**
 * Watches the whole document for elements with `data-tooltip` and reports the current one (null for none).
 * For a resting mouse and keyboard focus, never for touch. Returns the function that stops watching.
 */
export const watchTooltips = (show: (target: TooltipTarget | null) => void): (() => void) => {
  let current: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let open = false
  let closedAt = Number.NEGATIVE_INFINITY

  const close = () => {
    clearTimeout(timer)
    if (open) closedAt = performance.now()
    open = false
    current = null
    show(null)
  }
  const reveal = (element: HTMLElement) => {
    const text = element.dataset['tooltip']
    if (!text || !element.isConnected) return
    open = true
    show({ element, text })
  }
  const aim = (element: HTMLElement | null, delay: number) => {
    if (element === current) return
    if (current) close()
    if (!element) return
    current = element
    timer = setTimeout(() => reveal(element), performance.now() - closedAt < SKIP_DELAY ? 0 : delay)
  }

  const over = (event: PointerEvent) =>
    event.pointerType === 'mouse' && aim(carrierOf(event.target), OPEN_DELAY)
  const focus = (event: FocusEvent) => {
    const element = carrierOf(event.target)
    aim(element?.matches(':focus-visible') ? element : null, OPEN_DELAY)
  }
  const key = (event: KeyboardEvent) => event.key === 'Escape' && close()
  const stop = new AbortController()
  const options = { signal: stop.signal, passive: true, capture: true }
  document.addEventListener('pointerover', over, options)
  document.addEventListener('focusin', focus, options)
  document.addEventListener('focusout', close, options)
  document.addEventListener('pointerdown', close, options)
  document.addEventListener('scroll', close, options)
  document.addEventListener('keydown', key, options)
  return () => {
    stop.abort()
    clearTimeout(timer)
  }
}
