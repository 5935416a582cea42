import {
  answerRow,
  commentOn,
  nextPost,
  openPostOnPage,
  postAt,
  pressIn,
  previousPost,
  reactTo,
  stepTo,
} from './posts-on-page.ts'
import { listShortcuts } from './shortcuts.store.ts'
import { focusWhenThere } from './when-there.ts'

/** A pressed key with its target and time, and the navigation. */
export interface Press {
  /** The event's timeStamp, ms: a busy page may handle it much later. */
  at: number
  target: Element
  navigate: (to: string) => void
}

/** How long the second key of 'g h' may take, ms. */
const SEQUENCE_MS = 1_500

const ROOMS: Readonly<Record<string, string>> = { h: '/', n: '/notifications', m: '/messages', p: '/profile' }

const ACTIONS: Readonly<Record<string, (press: Press) => void>> = {
  '?': () => listShortcuts(true),
  j: ({ target }) => stepTo(nextPost(target)),
  k: ({ target }) => stepTo(previousPost(target)),
  l: ({ target }) => reactTo(postAt(target)),
  c: ({ target }) => commentOn(postAt(target)),
  o: ({ target }) => (target.closest('[data-step]') ? pressIn(target, 'o') : openPostOnPage(postAt(target))),
  r: ({ target }) => answerRow(target, 'r'),
  d: ({ target }) => answerRow(target, 'd'),
  n: ({ navigate }) => writePost(navigate),
  '/': ({ navigate }) => search(navigate),
}

let goingUntil = 0

/** Runs the action of a key. After `g` the next key names a page. */
export function press(key: string, where: Press): void {
  const room = where.at < goingUntil ? ROOMS[key] : undefined
  goingUntil = key === 'g' ? where.at + SEQUENCE_MS : 0
  if (room === undefined) ACTIONS[key]?.(where)
  else where.navigate(room)
}

const COMPOSER = 'form[aria-label="New post"] textarea'
const SEARCH_BOX = 'form[role="search"] input'

/** Focuses the composer of this page; without one it opens the page of the composer. */
function writePost(navigate: Press['navigate']): void {
  if (document.querySelector(COMPOSER)) return focusWhenThere(COMPOSER)
  navigate('/compose')
  focusWhenThere(COMPOSER)
}

function search(navigate: Press['navigate']): void {
  if (!document.querySelector(SEARCH_BOX)) navigate('/search')
  focusWhenThere(SEARCH_BOX)
}
