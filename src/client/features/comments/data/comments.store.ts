import { createStore } from '#client/live/create-store.ts'
import type { Tombstone } from '#contract/events.ts'
import type { CommentView, PublicCommentView } from '#contract/comments.ts'
import { onReset } from '#client/live/registry.ts'
import { createTombstones } from '#client/live/records.ts'
import { withComment, withHead, withOlder, without } from './comment-thread.ts'
import type { AskedHead, CommentThread } from './comment-thread.ts'

/** Closed threads that stay in memory; the least recently used one is evicted first (LIVE L17). */
const MAX_CLOSED = 20

// Not a `createCollection` of comments: what is held and evicted is a thread, which must have no hole between its
// newest comment and its `reach`.
interface CommentsState {
  threads: ReadonlyMap<string, CommentThread>
}

export const useCommentsStore = createStore<CommentsState>(() => ({ threads: new Map() }))

const tombstones = createTombstones()
const open = new Map<string, number>()

/** While open, a thread takes part in every resync and stays. Returns the way to close it. */
export function openThread(postId: string): () => void {
  open.set(postId, (open.get(postId) ?? 0) + 1)
  return () => {
    const remaining = (open.get(postId) ?? 1) - 1
    if (remaining > 0) open.set(postId, remaining)
    else open.delete(postId)
    trim()
  }
}

export const openThreads = (): string[] => [...open.keys()]
export const threadOf = (postId: string): CommentThread | undefined =>
  useCommentsStore.getState().threads.get(postId)
/** What is known of a thread when its head is requested. */
export const askHead = (postId: string): AskedHead => ({
  ids: new Set(threadOf(postId)?.records.keys()),
  at: Date.now(),
})

/** The head of a thread as a server-rendered document shows it. */
export const seedThread = (postId: string, page: readonly CommentView[], askedAt: number): void =>
  applyThreadHead(postId, { ids: new Set(), at: askedAt }, page)

/** The head of a thread, as the server answered it. */
export const applyThreadHead = (postId: string, asked: AskedHead, page: readonly CommentView[]): void =>
  setThread(postId, withHead(threadOf(postId), asked, page))

export function applyThreadOlder(postId: string, page: readonly CommentView[]): void {
  const current = threadOf(postId)
  if (current) setThread(postId, withOlder(current, page))
}

/** A comment from a REST answer. */
export const applyAnsweredComment = ({ viewer, ...comment }: CommentView): void =>
  applyComment(comment, viewer.can)

/** A pushed comment; ignored when its thread is not loaded. */
export const applyPushedComment = (comment: PublicCommentView): void => applyComment(comment)

/** The comment is deleted: no late copy brings it back (LIVE L2). */
export function markCommentDeleted(postId: string, tombstone: Tombstone): void {
  tombstones.add(tombstone)
  const current = threadOf(postId)
  if (current) setThread(postId, without(current, [tombstone.id]))
}

onReset(() => {
  useCommentsStore.setState({ threads: new Map() })
  tombstones.clear()
})

function applyComment(comment: PublicCommentView, can?: CommentView['viewer']['can']): void {
  const current = threadOf(comment.postId)
  if (current && !tombstones.isDeleted(comment)) setThread(comment.postId, withComment(current, comment, can))
}

function setThread(postId: string, thread: CommentThread): void {
  // Only here, because a page tells by its length whether it is the last.
  const dead = [...thread.records.values()]
    .filter((comment) => tombstones.isDeleted(comment))
    .map(({ id }) => id)
  const next = without(thread, dead)
  if (next === threadOf(postId)) return
  useCommentsStore.setState(({ threads }) => {
    const all = new Map(threads)
    all.delete(postId)
    return { threads: all.set(postId, next) }
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
