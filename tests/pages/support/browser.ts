import { vi } from 'vitest'
import { NoObserver } from '#tests/support/no-observer.ts'

/** What is observed is on screen at once, as in a window that is large enough. */
class EverythingIsOnScreen extends NoObserver {
  readonly #note: IntersectionObserverCallback
  constructor(note: IntersectionObserverCallback) {
    super()
    this.#note = note
  }
  override observe(target?: Element): void {
    const entry = { target, isIntersecting: true, intersectionRatio: 1, time: performance.now() }
    queueMicrotask(() => this.#note([entry as IntersectionObserverEntry], this as never))
  }
}

const HEIGHT = 100

/**
 * What a browser has and jsdom lacks. There is no layout: every element is 100 px high, and all of them are on screen.
 * Rules that need layout are tested in a browser (tests/e2e).
 */
export function completeBrowser(): void {
  vi.stubGlobal('ResizeObserver', NoObserver)
  vi.stubGlobal('IntersectionObserver', EverythingIsOnScreen)
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('reduced-motion: reduce'),
    addEventListener() {},
    removeEventListener() {},
  }))
  vi.stubGlobal('PerformanceNavigationTiming', NoObserver)
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
  // There is no service worker.
  vi.stubGlobal('isSecureContext', false)
  vi.stubGlobal('reportError', (error: unknown) => console.error(error))
  for (const name of ['scrollTo', 'scrollBy', 'scroll'] as const) window[name] = () => undefined
  // Text is inserted without the browser's Undo.
  document.execCommand = () => false
  const { prototype } = Element
  Object.assign(prototype, {
    checkVisibility: () => true,
    scrollIntoView() {},
    scrollTo() {},
    setPointerCapture() {},
    releasePointerCapture() {},
    hasPointerCapture: () => false,
    getAnimations: () => [],
  })
  // The style of jsdom hides every popover.
  HTMLElement.prototype.showPopover = function (this: HTMLElement) {
    this.style.display = 'block'
  }
  HTMLElement.prototype.hidePopover = function (this: HTMLElement) {
    this.style.display = ''
  }
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => HEIGHT })
  Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { configurable: true, get: () => innerWidth })
  // What scrolls is as large as the window: virtual lists draw their first rows.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => innerHeight })
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => innerWidth })
}
