import type { MessageView } from '#contract/messages.ts'

/** The loaded part of a conversation: ascending by `seq` and never with a hole (LIVE L6). */
export interface ThreadWindow {
  readonly items: readonly MessageView[]
  /** The server has no older messages. */
  readonly reachedStart: boolean
  /** It is a part from the past: newer messages are fetched when the person scrolls down to them. */
  readonly hasNewer?: true
  /** It is what this browser has kept, as it was then (epoch ms): the server's answer takes its place. */
  readonly keptAt?: number
}

export const EMPTY_WINDOW: ThreadWindow = { items: [], reachedStart: false }

/** Highest loaded seq; 0 when nothing is loaded. */
export const lastSeq = (window: ThreadWindow): number => window.items.at(-1)?.seq ?? 0
export const firstSeq = (window: ThreadWindow): number => window.items[0]?.seq ?? 0

export interface Merged {
  window: ThreadWindow
  /** There is a gap: fetch the messages after `lastSeq`. */
  hole: boolean
}

/**
 * Adds messages from any source and in any order. Of known ones the higher `rev` wins (LIVE L2); new ones are
 * added only where they join the loaded part without a gap. The others are left out, and the caller fetches
 * them.
 */
export function mergeMessages(window: ThreadWindow, incoming: readonly MessageView[]): Merged {
  const bySeq = new Map(window.items.map((message) => [message.seq, message]))
  for (const message of incoming) {
    const current = bySeq.get(message.seq)
    if (!current || isFresher(message, current)) bySeq.set(message.seq, message)
  }
  const all = [...bySeq.values()].sort((a, b) => a.seq - b.seq)
  const anchor = window.items[0] ?? anchorOfEmpty(window, all)
  const items = anchor ? runThrough(all, anchor.seq) : []
  const changed =
    items.length !== window.items.length || items.some((message, index) => message !== window.items[index])
  const merged = changed
    ? { ...window, items, reachedStart: window.reachedStart || items[0]?.seq === 1 }
    : window
  return { window: merged, hole: (all.at(-1)?.seq ?? 0) > lastSeq(merged) }
}

/**
 * Whether a message that arrives takes the place of the known one: it has a higher `rev`, or a block in a group, or
 * its end, changes what the viewer sees of a message that itself stays the same.
 */
export const isFresher = (message: MessageView, current: MessageView): boolean =>
  message.rev > current.rev ||
  (message.rev === current.rev &&
    (message.hidden !== current.hidden ||
      JSON.stringify(message.reactions) !== JSON.stringify(current.reactions)))

// An empty conversation (its start is reached) can only begin with 1; a window that was never filled takes
// the newest run.
const anchorOfEmpty = (window: ThreadWindow, all: readonly MessageView[]) =>
  window.reachedStart ? all.find((message) => message.seq === 1) : all.at(-1)

/** The unbroken run of seqs that holds `seq`. */
function runThrough(all: readonly MessageView[], seq: number): MessageView[] {
  const at = all.findIndex((message) => message.seq === seq)
  let from = at
  let to = at
  while (from > 0 && all[from - 1]!.seq === all[from]!.seq - 1) from -= 1
  while (to < all.length - 1 && all[to + 1]!.seq === all[to]!.seq + 1) to += 1
  return all.slice(from, to + 1)
}

/**
 * Bounds the size of a thread (LIVE L17). `side` stays: the one where the person reads. What is cut off the other
 * one can be fetched again.
 */
export function trimWindow(window: ThreadWindow, most: number, side: 'oldest' | 'newest'): ThreadWindow {
  if (window.items.length <= most) return window
  return side === 'newest'
    ? { ...window, items: window.items.slice(-most), reachedStart: false }
    : { ...window, items: window.items.slice(0, most), hasNewer: true }
}
