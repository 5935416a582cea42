import { createStore } from '#client/live/create-store.ts'
import type { Tombstone } from '#contract/events.ts'
import type { CommentView, PublicCommentView } from '#contract/comments.ts'
import { COMMENT_ORDERS, type CommentOrder } from '#contract/comments.constants.ts'
import { onReset } from '#client/live/registry.ts'
import { createTombstones } from '#client/live/records.ts'
import { endOf, withAll, withComment, withOlder, without, withWritten } from './comment-thread.ts'
import type { AskedThread, CommentThread } from './comment-thread.ts'
import { applyOwnParts } from './own-parts.store.ts'

/** Closed threads that stay in memory; the least recently used one is evicted first (LIVE L17). */
const MAX_CLOSED = 20

// Not a `createCollection` of comments: what is held and evicted is a thread, which must have no hole between its
// beginning and its `reach`.
interface CommentsState {
  threads: ReadonlyMap<string, CommentThread>
}

export const useCommentsStore = createStore<CommentsState>(() => ({ threads: new Map() }))

/** A post's comments in one order. */
export interface ThreadKey {
  postId: string
  order: CommentOrder
}

export const keyOf = (postId: string, order: CommentOrder): string => `${order}:${postId}`

const tombstones = createTombstones()
const open = new Map<string, ThreadKey & { users: number }>()

/** While open, a thread takes part in every resync and stays. Returns the way to close it. */
export function openThread(postId: string, order: CommentOrder = 'newest'): () => void {
  const key = keyOf(postId, order)
  open.set(key, { postId, order, users: (open.get(key)?.users ?? 0) + 1 })
  return () => {
    const users = (open.get(key)?.users ?? 1) - 1
    if (users > 0) open.set(key, { postId, order, users })
    else open.delete(key)
    trim()
  }
}

export const openThreads = (): readonly ThreadKey[] => [...open.values()]
export const threadOf = (postId: string, order: CommentOrder = 'newest'): CommentThread | undefined =>
  useCommentsStore.getState().threads.get(keyOf(postId, order))
/** What is known of a thread when it is requested. */
export const askThread = (postId: string, order: CommentOrder): AskedThread => ({
  ids: new Set(threadOf(postId, order)?.records.keys()),
  at: Date.now(),
})

/** The head of a thread as a server-rendered document shows it. */
export const seedThread = (postId: string, page: readonly CommentView[], askedAt: number): void =>
  applyThread(postId, 'newest', { ids: new Set(), at: askedAt }, { page, reach: endOf('newest', page) })

/** A thread that was read from its beginning. */
export function applyThread(
  postId: string,
  order: CommentOrder,
  asked: AskedThread,
  { page, reach }: { page: readonly CommentView[]; reach: string | null },
): void {
  applyOwnParts(page)
  setThread(postId, withAll(threadOf(postId, order), order, asked, page, reach))
}

export function applyThreadOlder(postId: string, order: CommentOrder, page: readonly CommentView[]): void {
  applyOwnParts(page)
  const current = threadOf(postId, order)
  if (current) setThread(postId, withOlder(current, page))
}

/** A comment from a REST answer. */
export function applyAnsweredComment(answer: CommentView): void {
  applyOwnParts([answer])
  const { viewer: _, ...comment } = answer
  applyPushedComment(comment)
}

/** A comment that the viewer has just written. */
export function applyWrittenComment(answer: CommentView): void {
  applyOwnParts([answer])
  const { viewer: _, ...comment } = answer
  changeThreads(comment, withWritten)
}

/** A pushed comment; ignored where its thread is not loaded. */
export const applyPushedComment = (comment: PublicCommentView): void => changeThreads(comment, withComment)

/** The comment is deleted: no late copy brings it back (LIVE L2). */
export function markCommentDeleted(postId: string, tombstone: Tombstone): void {
  tombstones.add(tombstone)
  for (const thread of threadsOf(postId)) setThread(postId, without(thread, [tombstone.id]))
}

onReset(() => {
  useCommentsStore.setState({ threads: new Map() })
  tombstones.clear()
})

const threadsOf = (postId: string): CommentThread[] =>
  COMMENT_ORDERS.flatMap((order) => threadOf(postId, order) ?? [])

function changeThreads(
  comment: PublicCommentView,
  change: (thread: CommentThread, comment: PublicCommentView) => CommentThread,
): void {
  if (tombstones.isDeleted(comment)) return
  for (const thread of threadsOf(comment.postId)) setThread(comment.postId, change(thread, comment))
}

function setThread(postId: string, thread: CommentThread): void {
  // Only here, because a page tells by its length whether it is the last.
  const dead = [...thread.records.values()]
    .filter((comment) => tombstones.isDeleted(comment))
    .map(({ id }) => id)
  const next = without(thread, dead)
  const key = keyOf(postId, thread.order)
  if (next === threadOf(postId, thread.order)) return
  useCommentsStore.setState(({ threads }) => {
    const all = new Map(threads)
    all.delete(key)
    return { threads: all.set(key, next) }
  })
  trim()
}

function trim(): void {
  const { threads } = useCommentsStore.getState()
  const closed = [...threads.keys()].filter((id) => !open.has(id))
  const leaving = new Set(closed.slice(0, Math.max(0, closed.length - MAX_CLOSED)))
  if (leaving.size > 0)
    useCommentsStore.setState({ threads: new Map([...threads].filter(([id]) => !leaving.has(id))) })
}
