import { PAGE } from '#contract/limits.ts'

/**
 * What has changed in a list of posts since its pages were fetched. The fetched pages are never edited; a
 * list on screen is always `composeList(pages, delta)`.
 */
export interface ListDelta {
  /**
   * On the list without being in a fetched page: the viewer's own new posts, and new posts that the reader
   * asked for.
   */
  readonly prepended: readonly string[]
  /** New posts that wait until the reader asks for them, so that the list does not move. */
  readonly waiting: readonly string[]
  /**
   * There are more new posts than those in `waiting`, or unknown posts between them and the list: the list
   * has to restart.
   */
  readonly gap: boolean
  /** In a fetched page, but no longer on the list. */
  readonly dropped: ReadonlySet<string>
  /**
   * A relation of the viewer has changed, so that other posts belong to the list: what the next fetched head adds is
   * shown at once (LIVE L76).
   */
  readonly joins: boolean
  /** Raised at every restart: an answer that was requested before a restart is outdated. */
  readonly epoch: number
}

export const EMPTY_DELTA: ListDelta = {
  prepended: [],
  waiting: [],
  gap: false,
  dropped: new Set(),
  joins: false,
  epoch: 0,
}

/** With more new posts than this the list restarts when the reader asks for them (LIVE L17). */
const MAX_WAITING = 60
const MAX_PREPENDED = 200

/** The creation time of a post; undefined when the post is unknown. */
export type WrittenAt = (id: string) => string | undefined

/**
 * The ids to show, newest first, each once. A prepended post that is older than the fetched pages comes with
 * its own page: shown now, it would hide the gap before it.
 */
export function composeList(
  pages: readonly (readonly string[])[],
  top: ListDelta,
  writtenAt: WrittenAt,
): string[] {
  const read = pages.flat()
  const reach = reachOf(pages, writtenAt)
  const prepended = top.prepended.filter((id) => (writtenAt(id) ?? '') >= reach)
  return newestFirst(
    [...new Set([...prepended, ...read])].filter((id) => !top.dropped.has(id)),
    writtenAt,
  )
}

/** The creation time down to which the list is here; '' when that is all of it. An empty page is the end. */
export function reachOf(pages: readonly (readonly string[])[], writtenAt: WrittenAt): string {
  if (pages.at(-1)?.length === 0) return ''
  const oldest = pages.flat().findLast((id) => writtenAt(id) !== undefined)
  return oldest === undefined ? '' : (writtenAt(oldest) ?? '')
}

/** New posts were announced: they wait. */
export function announce(top: ListDelta, ids: readonly string[]): ListDelta {
  const known = new Set([...top.prepended, ...top.waiting])
  const fresh = ids.filter((id) => !known.has(id))
  if (fresh.length === 0) return top
  const waiting = [...fresh, ...top.waiting]
  return { ...top, waiting: waiting.slice(0, MAX_WAITING), gap: top.gap || waiting.length > MAX_WAITING }
}

/** There are more new posts than were announced. */
export const markGap = (top: ListDelta): ListDelta => (top.gap ? top : { ...top, gap: true })

/** The viewer's own new post is shown at once. */
export function prepend(top: ListDelta, id: string): ListDelta {
  if (top.prepended.includes(id)) return top
  return {
    ...top,
    prepended: [id, ...top.prepended].slice(0, MAX_PREPENDED),
    waiting: without(top.waiting, new Set([id])),
  }
}

/** The reader asks for the new posts. Null: there are too many, so the list has to be fetched again. */
export function showPending(top: ListDelta): ListDelta | null {
  if (top.gap || top.prepended.length + top.waiting.length > MAX_PREPENDED) return null
  return { ...top, prepended: [...top.waiting, ...top.prepended], waiting: [] }
}

/** What the next fetched head adds is shown at once. */
export const expectOthers = (top: ListDelta): ListDelta => (top.joins ? top : { ...top, joins: true })

/** Fetched posts that are not new to the reader: they join the list at their places. */
function join(top: ListDelta, ids: readonly string[]): ListDelta {
  if (ids.length === 0) return top
  const prepended = [...new Set([...top.prepended, ...ids])]
  return { ...top, prepended, waiting: without(top.waiting, new Set(ids)) }
}

/** The list starts again with the next fetched page. */
export const restart = ({ epoch }: ListDelta): ListDelta => ({ ...EMPTY_DELTA, epoch: epoch + 1 })

/** Removes these posts from the list. */
export function drop(top: ListDelta, ids: readonly string[]): ListDelta {
  if (ids.length === 0) return top
  const gone = new Set(ids)
  const dropped = new Set([...top.dropped, ...ids])
  return { ...top, prepended: without(top.prepended, gone), waiting: without(top.waiting, gone), dropped }
}

/** Restores these posts: a mute has ended. */
export function restore(top: ListDelta, ids: readonly string[]): ListDelta {
  const back = new Set(ids)
  return { ...top, dropped: new Set([...top.dropped].filter((id) => !back.has(id))) }
}

/** A fetched part of the list. */
export interface Stretch {
  /** Posts older than this time were requested; null for the head of the list. */
  before: string | null
  /** The answer, newest first. */
  ids: readonly string[]
}

/** The list at the time of the request: a post that arrived later cannot be missing in the answer. */
export interface Asked {
  epoch: number
  /** Ids on the list. */
  listed: readonly string[]
  /** Ids of waiting posts. */
  waiting: readonly string[]
}

/**
 * Compares the list with a fetched part (LIVE L1, L7): posts that are missing on the server are dropped. New ones wait;
 * those below the newest one on the list join it at once.
 */
export function reconcile(top: ListDelta, asked: Asked, stretch: Stretch, writtenAt: WrittenAt): ListDelta {
  if (asked.epoch !== top.epoch) return top
  const there = new Set(stretch.ids)
  const listed = new Set(asked.listed)
  const missing = [...asked.listed, ...asked.waiting].filter(
    (id) => !there.has(id) && isWithin(stretch, id, writtenAt),
  )
  const fresh = stretch.ids.filter((id) => !listed.has(id) && writtenAt(id) !== undefined)
  const next = drop(revive(top, there), missing)
  if (isApart(stretch, asked.listed)) return markGap(announce(next, fresh))
  const newest = asked.listed.map((id) => writtenAt(id) ?? '').reduce((a, b) => (a > b ? a : b), '')
  const joins = (id: string) => top.joins || (newest !== '' && (writtenAt(id) ?? '') < newest)
  const after = announce(
    join(next, fresh.filter(joins)),
    fresh.filter((id) => !joins(id)),
  )
  return stretch.before === null && after.joins ? { ...after, joins: false } : after
}

function revive(top: ListDelta, there: ReadonlySet<string>): ListDelta {
  const dropped = [...top.dropped].filter((id) => !there.has(id))
  return dropped.length === top.dropped.size ? top : { ...top, dropped: new Set(dropped) }
}

/** Whether a post belongs to the fetched part by its time. An empty answer reaches to the end of the list. */
function isWithin(stretch: Stretch, id: string, writtenAt: WrittenAt): boolean {
  const at = writtenAt(id)
  if (at === undefined || (stretch.before !== null && at >= stretch.before)) return false
  const last = stretch.ids.at(-1)
  const end = last === undefined ? undefined : writtenAt(last)
  return end === undefined || at >= end
}

// The fetched head has no post in common with the list: there are unknown posts between them, or below it.
const isApart = (stretch: Stretch, listed: readonly string[]): boolean =>
  stretch.before === null &&
  stretch.ids.length >= (listed.length > 0 ? 1 : PAGE.posts) &&
  !stretch.ids.some((id) => listed.includes(id))

const without = (ids: readonly string[], gone: ReadonlySet<string>): readonly string[] =>
  ids.some((id) => gone.has(id)) ? ids.filter((id) => !gone.has(id)) : ids

/**
 * Newest first; posts of the same millisecond by id, as on the server. Without posts whose date is unknown.
 */
function newestFirst(ids: readonly string[], writtenAt: WrittenAt): string[] {
  return ids
    .flatMap((id) => {
      const at = writtenAt(id)
      return at === undefined ? [] : [{ id, at }]
    })
    .sort((a, b) => (a.at === b.at ? compare(b.id, a.id) : compare(b.at, a.at)))
    .map(({ id }) => id)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
