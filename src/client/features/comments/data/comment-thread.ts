import type { CommentView, PublicCommentView } from '#contract/comments.ts'
import { PAGE } from '#contract/limits.ts'
import { withNewer } from '#client/live/records.ts'

export type CommentPermissions = CommentView['viewer']['can']

/** The loaded part of a post's comments: all of them from the newest down to `reach`, without a gap. */
export interface CommentThread {
  readonly records: ReadonlyMap<string, PublicCommentView>
  /**
   * The viewer's permissions, by comment. Missing when they are unknown, because pushes are the same for all
   * viewers (LIVE L16).
   */
  readonly can: ReadonlyMap<string, CommentPermissions>
  /** createdAt of the oldest loaded comment; null when the thread is loaded to its end. */
  readonly reach: string | null
  /** When its head was last requested, epoch ms. */
  readonly askedAt: number
}

/** The known comments when the head of a thread was requested. */
export interface AskedHead {
  ids: ReadonlySet<string>
  at: number
}

/** Newest first. Comments of one millisecond are ordered by id, as on the server. */
export const inOrder = (thread: CommentThread): PublicCommentView[] =>
  [...thread.records.values()].sort((a, b) =>
    a.createdAt === b.createdAt ? compare(b.id, a.id) : compare(b.createdAt, a.createdAt),
  )

/** A comment on the post, with its replies, oldest first. */
export interface Branch {
  readonly comment: PublicCommentView
  readonly replies: readonly PublicCommentView[]
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
 * Merges the fetched head of a thread. Loaded comments that are missing in it were deleted (LIVE L1, L7).
 * When the head and the loaded part have no comment in common, the thread starts again, because unknown
 * comments lie between them.
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
  // A head that is the whole thread tells that the end is loaded. A full page says nothing about what
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
