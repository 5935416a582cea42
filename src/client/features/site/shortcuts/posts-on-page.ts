import { focusWhenThere } from './when-there.ts'

/** Posts, or the rows of a queue. */
const STEPS = 'main :is(article, [data-step])'

const posts = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(STEPS)]

const headOf = (post: HTMLElement): number => Number.parseFloat(getComputedStyle(post).scrollMarginTop) || 0

/** The first post whose head is not hidden above the window or behind a page's sticky head. */
const firstInSight = (): HTMLElement | undefined =>
  posts().find((post) => post.getBoundingClientRect().top >= headOf(post) - 1)

/** The post that is focused, or holds the focus. */
const focused = (target: Element): HTMLElement | null => target.closest<HTMLElement>(STEPS)

/** The post that a key acts on: the focused one, else the only one of its page. */
export const postAt = (target: Element): HTMLElement | undefined =>
  focused(target) ?? (posts().length === 1 ? posts()[0] : undefined)

export function nextPost(target: Element): HTMLElement | undefined {
  const here = focused(target)
  return here ? posts()[posts().indexOf(here) + 1] : firstInSight()
}

export function previousPost(target: Element): HTMLElement | undefined {
  const here = focused(target)
  const at = here ? posts().indexOf(here) : posts().findIndex((post) => post === firstInSight())
  return posts()[at - 1]
}

/** Moves focus and scroll to a post; its neighbours are rendered by then, however long the list is. */
export function stepTo(post: HTMLElement | undefined): void {
  // A key of ours moves it: Firefox and WebKit show no ring then unless told to.
  post?.focus({ preventScroll: true, focusVisible: true })
  post?.scrollIntoView({ block: post.matches('[data-step]') ? 'nearest' : 'start' })
}

/** Presses the button of the focused row that names this key. */
export const pressIn = (target: Element, key: string): void =>
  target.closest('[data-step]')?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click()

/** The same, and steps on: the answered row may leave the list. */
export function answerRow(target: Element, key: string): void {
  const next = nextPost(target) ?? previousPost(target)
  pressIn(target, key)
  if (target.closest('[data-step]')) stepTo(next)
}

/** Removes the viewer's reaction, or sets the first one of the bar. */
export function reactTo(post: HTMLElement | undefined): void {
  const bar = post?.querySelector('[role="group"][aria-label="Reactions"]')
  bar?.querySelector<HTMLElement>('[aria-pressed="true"], [aria-pressed]:first-child')?.click()
}

/** Opens the page of a post. */
export const openPostOnPage = (post: HTMLElement | undefined): void =>
  post?.querySelector<HTMLElement>('header a[href^="/p/"]')?.click()

const FIELD = 'form[aria-label="New comment"] textarea'

/** Opens the comments of a post and focuses their composer; on the post's own page they are open already. */
export function commentOn(post: HTMLElement | undefined): void {
  if (!post) return
  const toggle = post.querySelector<HTMLElement>('button[aria-expanded="false"][aria-label^="Comments"]')
  toggle?.click()
  const opensHere = post.querySelector('button[aria-label^="Comments"]') !== null
  if (opensHere) focusWhenThere(FIELD, post)
  else document.querySelector<HTMLElement>(FIELD)?.focus()
}
