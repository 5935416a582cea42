import type { PublicCommentView } from '#contract/comments.ts'
import type { CommentOrder } from '#contract/comments.constants.ts'

/** A comment with the replies that stand below it, oldest first. */
export interface Branch {
  readonly comment: PublicCommentView
  readonly replies: readonly PublicCommentView[]
}

/** The comments of a thread that are here, in its order. */
export interface CommentThread {
  readonly order: CommentOrder
  readonly comments: readonly PublicCommentView[]
  /** The cursor of the next page; null when the thread is loaded to its end. */
  readonly reach: string | null
  /** What the viewer has just written, and no page has yet: it stands on top. */
  readonly written: ReadonlySet<string>
}

/** What a thread shows. */
export function branchesIn({ order, comments, reach, written }: CommentThread): Branch[] {
  if (order === 'newest') return branchesOf(comments, reach)
  const onTop = (one: PublicCommentView) => written.has(one.id)
  const own = comments.filter(onTop).sort((a, b) => byAge(b, a))
  const others = comments.filter((one) => !onTop(one))
  // By poos each comment has its own place, and only the viewer's new replies stand below what they answer.
  const below = order === 'first' ? [...others, ...own] : own
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

const byAge = (a: PublicCommentView, b: PublicCommentView): number =>
  compare(a.createdAt, b.createdAt) || compare(a.id, b.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
