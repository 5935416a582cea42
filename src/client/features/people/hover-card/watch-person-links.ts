/** How long the mouse rests on a name before its card opens, and how long the card stays without the mouse, ms. */
const OPEN_DELAY_MS = 500
const CLOSE_DELAY_MS = 250

export interface PersonLink {
  element: HTMLElement
  handle: string
}

/** The class of the card: the mouse may move onto it. */
export const HOVER_CARD = 's-hover-card'

/** Links to a profile in the content of a page; not the link to the profile that is on the page itself. */
function personLinkAt(target: Element): PersonLink | null {
  const element = target.closest<HTMLAnchorElement>('main a[href^="/u/"], aside a[href^="/u/"]')
  const handle = element && /^\/u\/(\w+)$/.exec(element.pathname)?.[1]
  return handle && element.pathname !== location.pathname ? { element, handle } : null
}

/**
 * Reports the person whose name the mouse rests on; null when it has left the name and the card, and on Escape, a
 * press or scrolling elsewhere. Never for touch. Returns the function that stops watching.
 */
export function watchPersonLinks(show: (link: PersonLink | null) => void): () => void {
  let current: PersonLink | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const after = (ms: number, link: PersonLink | null) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      current = link?.element.isConnected ? link : null
      show(current)
    }, ms)
  }
  const close = () => {
    clearTimeout(timer)
    if (!current) return
    current = null
    show(null)
  }
  const isOnCard = ({ target }: Event) =>
    target instanceof Element && target.closest(`.${HOVER_CARD}`) !== null
  const over = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || !(event.target instanceof Element)) return
    const link = personLinkAt(event.target)
    if (isOnCard(event) || (link && link.element === current?.element)) clearTimeout(timer)
    else if (link) after(OPEN_DELAY_MS, link)
    else if (current) after(CLOSE_DELAY_MS, null)
    else clearTimeout(timer)
  }
  const elsewhere = (event: Event) => !isOnCard(event) && close()
  const key = (event: KeyboardEvent) => event.key === 'Escape' && close()
  const stop = new AbortController()
  const options = { signal: stop.signal, passive: true, capture: true }
  document.addEventListener('pointerover', over, options)
  document.addEventListener('pointerdown', elsewhere, options)
  document.addEventListener('scroll', elsewhere, options)
  document.addEventListener('keydown', key, options)
  return () => {
    stop.abort()
    clearTimeout(timer)
  }
}
