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

/** The known comments when the beginning of a thread was requested. */
export interface AskedHead {
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

/**
 * Merges the fetched head of a thread, newest first. Loaded comments that are missing in it were deleted (LIVE
 * L1, L7). When the head and the loaded part have no comment in common, the thread starts again, because
 * unknown comments lie between them.
 */
export function withHead(
  current: CommentThread | undefined,
  asked: AskedHead,
  page: readonly CommentView[],
): CommentThread {
  const there = new Set(page.map(({ id }) => id))
  const end = endOf('newest', page)
  const isFirst = !current || asked.ids.size === 0
  const isApart = page.length > 0 && ![...asked.ids].some((id) => there.has(id))
  if (isFirst || isApart) return { ...withPage(younger(current, asked.ids), page, end), askedAt: asked.at }
  const missing = [...current.records.values()].filter(
    ({ id, createdAt }) => asked.ids.has(id) && !there.has(id) && (end === null || createdAt >= end),
  )
  // A head that is the whole thread shows that the end is loaded. A full page says nothing about what
  // follows.
  const reach = end === null ? null : current.reach
  return {
    ...withPage(
      without(
        current,
        missing.map(({ id }) => id),
      ),
      page,
      reach,
    ),
    askedAt: asked.at,
  }
}

/**
 * Merges a thread that was fetched again from its beginning, in another order than the newest first: what was
 * known before and is missing in it is gone. `page`: all fetched pages as one.
 */
export function withAll(
  current: CommentThread | undefined,
  order: Exclude<CommentOrder, 'newest'>,
  asked: AskedHead,
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

/** Only what has come since the question was put. */
const younger = (current: CommentThread | undefined, asked: ReadonlySet<string>): CommentThread =>
  current ? without({ ...current, reach: null }, [...asked]) : emptyThread('newest')

/** The cursor after a page; null when nothing lies behind it. */
export function endOf(order: CommentOrder, page: readonly CommentView[]): string | null {
  const last = page.at(-1)
  return !last || page.length < PAGE.comments ? null : commentCursor(order, last)
}

const byAge = (a: PublicCommentView, b: PublicCommentView): number =>
  compare(a.createdAt, b.createdAt) || compare(a.id, b.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
