import type { CommentView, PublicCommentView } from '#contract/comments.ts'
import { commentCursor, type CommentOrder } from '#contract/comments.constants.ts'
import { PAGE } from '#contract/limits.ts'
import { withNewer } from '#client/live/records.ts'

/** The loaded part of a post's comments in one order: all of them from its beginning up to `reach`. */
export interface CommentThread {
  readonly order: CommentOrder
  readonly records: ReadonlyMap<string, PublicCommentView>
  /** The cursor of the next page; null when the thread is loaded to its end. */
  readonly reach: string | null
  /** Of the order by poos: the places, which do not change under the reader when the figures do. */
  readonly places: readonly string[]
  /**
   * What the viewer has just written. Where the newest comments are not on top, it stands there until the page
   * that it belongs to is loaded.
   */
  readonly written: ReadonlySet<string>
  /** When its beginning was last requested, epoch ms. */
  readonly askedAt: number
}

/** The known comments of a thread when it was requested. */
export interface AskedThread {
  ids: ReadonlySet<string>
  at: number
}

const emptyThread = (order: CommentOrder): CommentThread => ({
  order,
  records: new Map(),
  reach: null,
  places: [],
  written: new Set(),
  askedAt: 0,
})

/** In the order of the thread. Comments of one millisecond are ordered by id, as on the server. */
export function inOrder({ order, records, places }: CommentThread): PublicCommentView[] {
  if (order === 'most') return places.flatMap((id) => records.get(id) ?? [])
  const sign = order === 'first' ? 1 : -1
  return [...records.values()].sort((a, b) => sign * byAge(a, b))
}

/** A comment with the replies that stand below it, oldest first. */
export interface Branch {
  readonly comment: PublicCommentView
  readonly replies: readonly PublicCommentView[]
}

/** What a thread shows, without the people its viewer hides. */
export function branchesIn(thread: CommentThread, isShown: (one: PublicCommentView) => boolean): Branch[] {
  const comments = inOrder(thread).filter(isShown)
  if (thread.order === 'newest') return branchesOf(comments, thread.reach)
  const onTop = (one: PublicCommentView) => thread.written.has(one.id)
  const own = comments.filter(onTop).sort((a, b) => byAge(b, a))
  const others = comments.filter((one) => !onTop(one))
  // By poos each comment has its own place, and only the viewer's new replies stand below what they answer.
  const below = thread.order === 'first' ? [...others, ...own] : own
  const ids = new Set(others.map(({ id }) => id))
  const replies = Map.groupBy(
    below.filter(({ parent }) => parent !== null && ids.has(parent.id)).sort(byAge),
    ({ parent }) => parent!.id,
  )
  const placed = new Set([...replies.values()].flat().map(({ id }) => id))
  return [...own, ...others]
    .filter(({ id }) => !placed.has(id))
    .map((comment) => ({ comment, replies: replies.get(comment.id) ?? [] }))
}

/**
 * Comments, newest first, with their replies below them. A reply is younger than what it answers, so that all
 * replies of a loaded comment are loaded. Those of a comment beyond `reach` come with it; those of a comment that
 * is gone stand alone.
 */
export function branchesOf(comments: readonly PublicCommentView[], reach: string | null): Branch[] {
  const ids = new Set(comments.map(({ id }) => id))
  const isReply = ({ parent }: PublicCommentView) => parent !== null && ids.has(parent.id)
  const replies = Map.groupBy(comments.filter(isReply).toReversed(), ({ parent }) => parent!.id)
  return comments
    .filter((one) => !isReply(one) && (!one.parent || reach === null || one.parent.createdAt >= reach))
    .map((comment) => ({ comment, replies: replies.get(comment.id) ?? [] }))
}

/** A thread that is here to its end is read again to its end, up to so many comments, or as many as are here. */
const MOST_AGAIN = 10 * PAGE.comments

/**
 * While a thread is read again from its beginning: whether it is here beyond `page`, the pages so far as one. When the
 * newest page and the loaded part have no comment in common, unknown ones lie between them: the thread starts again.
 */
export function isHereBeyond(
  current: CommentThread | undefined,
  asked: AskedThread,
  page: readonly CommentView[],
  reach: string,
): boolean {
  if (!current) return false
  if (current.order === 'newest')
    return page.some(({ id }) => asked.ids.has(id)) && (current.reach === null || reach > current.reach)
  return page.length < (current.reach === null ? Math.max(MOST_AGAIN, asked.ids.size) : asked.ids.size)
}

/**
 * Merges a thread that was read again from its beginning: what was known before and is missing in it is gone
 * (LIVE L1, L7). `page`: all its pages as one.
 */
export function withAll(
  current: CommentThread | undefined,
  order: CommentOrder,
  asked: AskedThread,
  page: readonly CommentView[],
  reach: string | null,
): CommentThread {
  const there = new Set(page.map(({ id }) => id))
  const known = current ?? emptyThread(order)
  const gone = [...asked.ids].filter((id) => !there.has(id) && !known.written.has(id))
  return { ...withPage(without(known, gone), page, reach), askedAt: asked.at }
}

/** The page that follows what is held. */
export const withOlder = (current: CommentThread, page: readonly CommentView[]): CommentThread =>
  withPage(current, page, endOf(current.order, page))

/** One that was pushed or answered; beyond the loaded part, it comes with its own page. */
export function withComment(current: CommentThread, comment: PublicCommentView): CommentThread {
  if (!current.records.has(comment.id) && isBeyond(current, comment)) return current
  return withRecords(current, [comment])
}

/** One that the viewer has just written. */
export const withWritten = (current: CommentThread, comment: PublicCommentView): CommentThread =>
  current.order === 'newest'
    ? withComment(current, comment)
    : { ...withRecords(current, [comment]), written: new Set(current.written).add(comment.id) }

export function without(current: CommentThread, ids: readonly string[]): CommentThread {
  if (!ids.some((id) => current.records.has(id))) return current
  const records = new Map(current.records)
  const written = new Set(current.written)
  for (const id of ids) {
    records.delete(id)
    written.delete(id)
  }
  return { ...current, records, written, places: current.places.filter((id) => records.has(id)) }
}

function withPage(current: CommentThread, page: readonly CommentView[], reach: string | null): CommentThread {
  const next = withRecords(
    current,
    page.map(({ viewer: _, ...comment }): PublicCommentView => comment),
  )
  const written = new Set(next.written)
  for (const { id } of page) written.delete(id)
  return { ...next, written, reach }
}

/** New ones get the last places, in the given order. */
function withRecords(current: CommentThread, comments: readonly PublicCommentView[]): CommentThread {
  const records = withNewer(current.records, comments)
  if (records === current.records) return current
  const placed = new Set(current.places)
  const added = comments.map(({ id }) => id).filter((id) => !placed.has(id))
  return {
    ...current,
    records,
    places: current.order === 'most' ? [...current.places, ...added] : [],
  }
}

function isBeyond({ order, reach }: CommentThread, comment: PublicCommentView): boolean {
  if (reach === null) return false
  if (order === 'newest') return comment.createdAt < reach
  if (order === 'first') return comment.createdAt > reach
  const [poos = '', id = ''] = reach.split('-')
  return comment.poos === Number(poos) ? comment.id < id : comment.poos < Number(poos)
}

/** The cursor after a page; null when nothing lies behind it. */
export function endOf(order: CommentOrder, page: readonly CommentView[]): string | null {
  const last = page.at(-1)
  return !last || page.length < PAGE.comments ? null : commentCursor(order, last)
}

const byAge = (a: PublicCommentView, b: PublicCommentView): number =>
  compare(a.createdAt, b.createdAt) || compare(a.id, b.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
