/**
 * What has happened to a list of posts since its pages were read. The pages themselves are receipts that
 * nobody edits; a list on screen is always `composeList(receipts, top)`.
 */
export interface ListTop {
  /** Part of the list without being in a receipt: one's own posts, and drops that were let in. */
  readonly joined: readonly string[]
  /** New drops that wait until the reader asks for them, so that nothing moves under what is read. */
  readonly waiting: readonly string[]
  /**
   * More are new than `waiting` holds, or older ones lie between it and the list: letting in starts the list
   * anew.
   */
  readonly gap: boolean
  /** In a receipt, but no longer part of the list. */
  readonly dropped: ReadonlySet<string>
  /** Raised whenever the list starts anew: an answer to a question about an earlier one proves nothing. */
  readonly epoch: number
}

export const EMPTY_TOP: ListTop = { joined: [], waiting: [], gap: false, dropped: new Set(), epoch: 0 }

/**
 * Drops that wait, and posts that joined, beyond which the list starts anew when the next are let in (LIVE
 * L17).
 */
const MOST_WAITING = 60
const MOST_JOINED = 200

/** When a post was written; undefined when it is not known (any more). */
export type WrittenAt = (id: string) => string | undefined

/**
 * The ids of the list as it is to be shown, newest first, each once. What joined and is older than the
 * receipts reach comes with its own page: shown now, it would hide the hole before it.
 */
export function composeList(
  receipts: readonly (readonly string[])[],
  top: ListTop,
  writtenAt: WrittenAt,
): string[] {
  const read = receipts.flat()
  const oldest = read.findLast((id) => writtenAt(id) !== undefined)
  const reach = oldest === undefined ? '' : (writtenAt(oldest) ?? '')
  const joined = top.joined.filter((id) => (writtenAt(id) ?? '') >= reach)
  return newestFirst(
    [...new Set([...joined, ...read])].filter((id) => !top.dropped.has(id)),
    writtenAt,
  )
}

/** New posts are announced: they wait. */
export function announce(top: ListTop, ids: readonly string[]): ListTop {
  const known = new Set([...top.joined, ...top.waiting])
  const fresh = ids.filter((id) => !known.has(id))
  if (fresh.length === 0) return top
  const waiting = [...fresh, ...top.waiting]
  return { ...top, waiting: waiting.slice(0, MOST_WAITING), gap: top.gap || waiting.length > MOST_WAITING }
}

/** There are more new ones than anyone has told us about. */
export const widen = (top: ListTop): ListTop => (top.gap ? top : { ...top, gap: true })

/** A post joins at once: one's own. */
export function join(top: ListTop, id: string): ListTop {
  if (top.joined.includes(id)) return top
  return {
    ...top,
    joined: [id, ...top.joined].slice(0, MOST_JOINED),
    waiting: without(top.waiting, new Set([id])),
  }
}

/** The reader asks for what waits. null: too much is new, the list has to be read anew from its head. */
export function letIn(top: ListTop): ListTop | null {
  if (top.gap || top.joined.length + top.waiting.length > MOST_JOINED) return null
  return { ...top, joined: [...top.waiting, ...top.joined], waiting: [] }
}

/** The list starts anew with its next receipt. */
export const startAnew = ({ epoch }: ListTop): ListTop => ({ ...EMPTY_TOP, epoch: epoch + 1 })

/** Posts that are gone for this list. */
export function drop(top: ListTop, ids: readonly string[]): ListTop {
  if (ids.length === 0) return top
  const gone = new Set(ids)
  const dropped = new Set([...top.dropped, ...ids])
  return { ...top, joined: without(top.joined, gone), waiting: without(top.waiting, gone), dropped }
}

/** Posts that are back: a mute was taken off. */
export function restore(top: ListTop, ids: readonly string[]): ListTop {
  const back = new Set(ids)
  return { ...top, dropped: new Set([...top.dropped].filter((id) => !back.has(id))) }
}

/** A stretch of the list as the server has it now. */
export interface Stretch {
  /** What was asked: posts older than this moment; null for the head of the list. */
  before: string | null
  /** The answer, newest first. */
  ids: readonly string[]
}

/** The list as it was when a question was put: what has come since proves nothing about the answer. */
export interface Asked {
  epoch: number
  /** Ids on the list. */
  listed: readonly string[]
  /** Ids that waited. */
  waiting: readonly string[]
}

/**
 * Holds the list against a stretch that was asked for (LIVE L1, L7): what the server no longer has there is
 * dropped, what is new waits.
 */
export function reconcile(top: ListTop, asked: Asked, stretch: Stretch, writtenAt: WrittenAt): ListTop {
  if (asked.epoch !== top.epoch) return top
  const there = new Set(stretch.ids)
  const listed = new Set(asked.listed)
  const missing = [...asked.listed, ...asked.waiting].filter(
    (id) => !there.has(id) && isWithin(stretch, id, writtenAt),
  )
  const fresh = stretch.ids.filter((id) => !listed.has(id) && writtenAt(id) !== undefined)
  const next = announce(drop(revive(top, there), missing), fresh)
  return isApart(stretch, asked.listed) ? widen(next) : next
}

function revive(top: ListTop, there: ReadonlySet<string>): ListTop {
  const dropped = [...top.dropped].filter((id) => !there.has(id))
  return dropped.length === top.dropped.size ? top : { ...top, dropped: new Set(dropped) }
}

/**
 * Was it written inside the stretch? Its older end is the last of the answer, or the end of all when that is
 * empty.
 */
function isWithin(stretch: Stretch, id: string, writtenAt: WrittenAt): boolean {
  const at = writtenAt(id)
  if (at === undefined || (stretch.before !== null && at >= stretch.before)) return false
  const last = stretch.ids.at(-1)
  const end = last === undefined ? undefined : writtenAt(last)
  return end === undefined || at >= end
}

// The head of the list has nothing in common with what is held: unknown ones lie between.
const isApart = (stretch: Stretch, listed: readonly string[]): boolean =>
  stretch.before === null &&
  listed.length > 0 &&
  stretch.ids.length > 0 &&
  !stretch.ids.some((id) => listed.includes(id))

const without = (ids: readonly string[], gone: ReadonlySet<string>): readonly string[] =>
  ids.some((id) => gone.has(id)) ? ids.filter((id) => !gone.has(id)) : ids

/** Newest first; ids break ties of one millisecond, as the server does. What has no date is not there. */
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
