import { useShallow } from 'zustand/react/shallow'
import type { CommentView, PublicCommentView, ReplyView } from '#contract/comments.ts'
import { COMMENT_ORDERS, commentCursor, type CommentOrder } from '#contract/comments.constants.ts'
import { PAGE } from '#contract/limits.ts'
import { applyPosts, usePostsStore } from '#client/features/posts/data/posts.store.ts'
import { ApiError, api } from '#client/live/http.ts'
import { DEDUPE_MS } from '#client/live/just-now.ts'
import { changeHere, heldLists, stateOf, type ListState } from '#client/live/list/list-state.ts'
import { seedList } from '#client/live/list/live-list.ts'
import { join, pageOf, type Listed, type Page } from '#client/live/list/pages.ts'
import type { ListSource } from '#client/live/list/fetch-pages.ts'
import { isUnchangedSince } from '#client/live/watch.ts'
import { fetchComment, fetchComments } from './comments.api.ts'
import {
  applyComment,
  applyComments,
  applyKnownComment,
  commentOf,
  markCommentDeleted,
  retainComments,
  useKnownComments,
} from './comments.store.ts'

/** Names the list of a post's comments. */
export const threadKey = (postId: string, order: CommentOrder): string => `comments: ${order} ${postId}`

/** A post's comments in one order. The records are in the store. */
export const commentThreadOf = (postId: string, order: CommentOrder): ListSource<Listed> => ({
  key: threadKey(postId, order),
  fresh: DEDUPE_MS,
  isUnchanged: ({ reason }, askedAt) => reason === 'ready' && isUnchangedSince(`post:${postId}`, askedAt),
  read: async (cursor, signal) => {
    const page = await fetchComments(postId, order, cursor, signal)
    signal.throwIfAborted()
    applyComments(page)
    if (cursor === undefined) await Promise.all(ownIn(threadKey(postId, order)).map(readOne))
    return pageIn(order, page)
  },
})

const pageIn = (order: CommentOrder, page: readonly CommentView[]): Page<Listed> => ({
  rows: page.map(({ id }) => ({ id })),
  next: pageOf(page, PAGE.comments, (one) => commentCursor(order, one)).next,
})

/** The head of a thread as a server-rendered document shows it. */
export function seedThread(postId: string, page: readonly CommentView[], askedAt: number): void {
  applyComments(page)
  seedList(threadKey(postId, 'newest'), pageIn('newest', page), askedAt)
}

/** What the viewer has written beyond the loaded pages: no page has it. */
const ownIn = (key: string): string[] => stateOf(key).joined.flatMap(({ id, stays }) => (stays ? id : []))

async function readOne(id: string): Promise<void> {
  try {
    applyComments([await fetchComment(id)])
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    markCommentDeleted({ id, rev: commentOf(id)?.rev ?? 0 })
  }
}

const listedIn = ({ pages, joined }: ListState): string[] =>
  [...pages.flatMap(({ rows }) => rows), ...joined].map(({ id }) => id)

/** The ids of a post's comments that are here, in all orders. */
export const threadIds = (postId: string): string[] =>
  heldLists((key) => COMMENT_ORDERS.some((order) => key === threadKey(postId, order))).flatMap(listedIn)

/** A thread under which many write is read while it grows, and has no hole (LIVE L17). */
const MOST_JOINED = 2000

/** A pushed comment stands at its place in the threads of its post that are here (LIVE L62). */
export function joinThreads(comment: PublicCommentView): void {
  const isHere = COMMENT_ORDERS.some((order) => isThreadHere(comment.postId, order))
  if (!isHere) return applyKnownComment(comment)
  const isKnown = commentOf(comment.id) !== undefined
  applyComment(comment)
  if (commentOf(comment.id) === undefined) return
  for (const order of COMMENT_ORDERS)
    changeHere(threadKey(comment.postId, order), (state) =>
      isKnown && listedIn(state).includes(comment.id) ? {} : join(state, [{ id: comment.id }], MOST_JOINED),
    )
}

/**
 * One that the viewer has just written. Where the newest comments are not on top, it stands there until the page that it
 * belongs to is loaded.
 */
export function joinWritten(answer: CommentView): void {
  applyComments([answer])
  const { id, postId } = answer
  for (const order of COMMENT_ORDERS)
    changeHere(threadKey(postId, order), (state) =>
      join(state, [order === 'newest' ? { id } : { id, stays: true }], MOST_JOINED),
    )
}

const isThreadHere = (postId: string, order: CommentOrder): boolean =>
  heldLists((key) => key === threadKey(postId, order)).length > 0

/** A comment by its id with its post, or a post of the person that mentions somebody. */
export interface ReplyPlace {
  id: string
  postId: string
  kind: 'comment' | 'post'
}

/** No push announces new rows. ms. */
const FRESH_MS = 10_000

const placeOf = ({ id, comment, post }: ReplyView): ReplyPlace => ({
  id,
  postId: post.id,
  kind: comment ? 'comment' : 'post',
})

/** A person's replies, newest first. The posts and comments are in their stores. */
export const repliesOf = (handle: string): ListSource<ReplyPlace> => ({
  key: `comments: by ${handle}`,
  fresh: FRESH_MS,
  read: async (cursor, signal) => {
    const askedAt = Date.now()
    const path = `/api/users/${encodeURIComponent(handle)}/replies`
    const replies = await api.get<ReplyView[]>(path, { cursor }, signal)
    applyPosts(
      replies.map(({ post }) => post),
      askedAt,
    )
    applyComments(replies.flatMap(({ comment }) => comment ?? []))
    // An empty page is the end, as with posts.
    return { rows: replies.map(placeOf), next: replies.at(-1)?.createdAt }
  },
})

/** Those of these rows whose comment and post are still there. */
export function useLivingReplies(places: readonly ReplyPlace[]): readonly ReplyPlace[] {
  const written = useKnownComments(places)
  return usePostsStore(useShallow(({ records }) => written.filter(({ postId }) => records.has(postId))))
}

retainComments(() => heldLists((key) => key.startsWith('comments: ')).flatMap(listedIn))
