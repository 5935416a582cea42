import type { CommentView, PublicCommentView } from '#contract/comments.ts'
import { PAGE } from '#contract/limits.ts'
import { withNewer } from '#client/live/records.ts'

export type CommentPermissions = CommentView['viewer']['can']

/** The loaded part of a post's comments: everything from the newest down to `reach`, without a hole. */
export interface CommentThread {
  readonly records: ReadonlyMap<string, PublicCommentView>
  /**
   * What the viewer may do, by comment; missing where it is not known, because pushes are viewer-neutral
   * (LIVE L16).
   */
  readonly can: ReadonlyMap<string, CommentPermissions>
  /** createdAt of the oldest loaded one; null when the end of all is loaded. */
  readonly reach: string | null
  /** When its head was last asked for, epoch ms. */
  readonly askedAt: number
}

/** What was known when the head of a thread was asked for. */
export interface AskedHead {
  ids: ReadonlySet<string>
  at: number
}

/** Newest first; ids break ties of one millisecond, as the server does. */
export const inOrder = (thread: CommentThread): PublicCommentView[] =>
  [...thread.records.values()].sort((a, b) =>
    a.createdAt === b.createdAt ? compare(b.id, a.id) : compare(b.createdAt, a.createdAt),
  )

/**
 * The head of the thread, as the server answered it: what is missing from it is gone (LIVE L1, L7). A head
 * that has nothing in common with what was held starts the thread anew, because unknown ones lie between.
 */
export function withHead(
  current: CommentThread | undefined,
  asked: AskedHead,
  page: readonly CommentView[],
): CommentThread {
  const there = new Set(page.map(({ id }) => id))
  const end = endOf(page)
  const isFirst = !current || asked.ids.size === 0
  const isApart = page.length > 0 && ![...asked.ids].some((id) => there.has(id))
  if (isFirst || isApart) return { ...withPage(younger(current, asked.ids), page, end), askedAt: asked.at }
  const missing = [...current.records.values()].filter(
    ({ id, createdAt }) => asked.ids.has(id) && !there.has(id) && (end === null || createdAt >= end),
  )
  // A head that is the whole thread says so; a full page says nothing about what lies below it.
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

/** The page that follows what is held. */
export const withOlder = (current: CommentThread, page: readonly CommentView[]): CommentThread =>
  withPage(current, page, endOf(page))

/** One that was pushed or answered; older than the loaded part, it comes with its own page. */
export function withComment(
  current: CommentThread,
  comment: PublicCommentView,
  can?: CommentPermissions,
): CommentThread {
  if (current.reach !== null && comment.createdAt < current.reach) return current
  const records = withNewer(current.records, [comment])
  if (records === current.records && !can) return current
  return { ...current, records, can: can ? new Map(current.can).set(comment.id, can) : current.can }
}

export function without(current: CommentThread, ids: readonly string[]): CommentThread {
  if (!ids.some((id) => current.records.has(id))) return current
  const records = new Map(current.records)
  const can = new Map(current.can)
  for (const id of ids) {
    records.delete(id)
    can.delete(id)
  }
  return { ...current, records, can }
}

function withPage(current: CommentThread, page: readonly CommentView[], reach: string | null): CommentThread {
  const can = new Map(current.can)
  for (const { id, viewer } of page) can.set(id, viewer.can)
  const records = withNewer(
    current.records,
    page.map(({ viewer: _, ...comment }): PublicCommentView => comment),
  )
  return { ...current, records, can, reach }
}

/** Only what has come since the question was put. */
const younger = (current: CommentThread | undefined, asked: ReadonlySet<string>): CommentThread =>
  current
    ? without({ ...current, reach: null }, [...asked])
    : { records: new Map(), can: new Map(), reach: null, askedAt: 0 }

/** Where a page ends; null when nothing lies behind it. */
const endOf = (page: readonly CommentView[]): string | null =>
  page.length < PAGE.comments ? null : (page.at(-1)?.createdAt ?? null)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
