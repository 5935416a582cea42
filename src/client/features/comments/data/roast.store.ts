import type { CommentView, PublicCommentView } from '#contract/comments.ts'
import { ROAST } from '#contract/comments.constants.ts'
import type { Tombstone } from '#contract/events.ts'
import { refetchOnSubscribe } from '#client/live/after-watch.ts'
import { createStore } from '#client/live/create-store.ts'
import { isFresh } from '#client/live/just-now.ts'
import { onReset, onResync } from '#client/live/registry.ts'
import { isUnchangedSince } from '#client/live/watch.ts'
import { isHidden, useRelations } from '#client/features/people/data/relations/relations.store.ts'
import { fetchRoast } from './comments.api.ts'
import { applyComment, applyComments, commentOf, retainComments, useComment } from './comments.store.ts'
import { serverNow } from '#client/ui/server-time.ts'

/** The ids of the roasts of the day of the posts whose pages are open; null where there is none. */
const useRoasts = createStore<{ roasts: ReadonlyMap<string, string | null> }>(() => ({ roasts: new Map() }))

onReset(() => useRoasts.setState({ roasts: new Map() }))

retainComments(() => [...useRoasts.getState().roasts.values()].flatMap((id) => id ?? []))

const roastOf = (postId: string): string | null | undefined => useRoasts.getState().roasts.get(postId)
export const useRoast = (postId: string): PublicCommentView | null =>
  useComment(useRoasts(({ roasts }) => roasts.get(postId)) ?? null) ?? null

const open = new Set<string>()

/** While open, a roast takes part in every resync. Returns the way to close it. */
export function openRoast(postId: string): () => void {
  open.add(postId)
  return () => {
    open.delete(postId)
    askedAt.delete(postId)
    const roasts = new Map(useRoasts.getState().roasts)
    roasts.delete(postId)
    useRoasts.setState({ roasts })
  }
}

const setRoast = (postId: string, id: string | null): void =>
  useRoasts.setState(({ roasts }) => ({ roasts: new Map(roasts).set(postId, id) }))

/** The roast as a server-rendered document shows it. */
export function seedRoast(postId: string, answer: CommentView | null, at: number): void {
  askedAt.set(postId, at)
  applyRoast(postId, answer)
}

function applyRoast(postId: string, answer: CommentView | null): void {
  if (answer) applyComments([answer])
  setRoast(postId, answer?.id ?? null)
}

/** When each was last requested, epoch ms. */
const askedAt = new Map<string, number>()

/** Throws ApiError. */
export async function fetchPinnedRoast(postId: string): Promise<void> {
  askedAt.set(postId, Date.now())
  applyRoast(postId, await fetchRoast(postId))
}

/** Reads it, unless the document has just brought it. Throws ApiError. */
export async function loadRoast(postId: string): Promise<void> {
  if (!isFresh(askedAt.get(postId) ?? 0)) await fetchPinnedRoast(postId)
}

/** The server pushes changes of the post's comments from now on. */
export const roastWatched = (postId: string, unchangedSince: number): void =>
  refetchOnSubscribe(
    unchangedSince,
    () => askedAt.get(postId) ?? 0,
    () => fetchPinnedRoast(postId),
  )

// What cannot be told from pushes is asked for; when that fails, the next resync does it.
const refetchRoast = (postId: string): void => void fetchPinnedRoast(postId).catch(() => undefined)

// Right after `ready` not those of posts that have not changed.
onResync('roasts', async (cause) => {
  const isCurrent = (postId: string) =>
    cause.reason === 'ready' && isUnchangedSince(`post:${postId}`, askedAt.get(postId) ?? 0)
  const roasts = [...open].filter((postId) => !isCurrent(postId))
  await Promise.all(roasts.map((postId) => fetchPinnedRoast(postId).catch(() => undefined)))
})

/** A comment that comes, before it is applied: it may be the roast, or become it (LIVE L1). */
export function considerRoast(comment: PublicCommentView): void {
  const id = roastOf(comment.postId)
  if (id === undefined) return
  const current = id === null ? undefined : commentOf(id)
  if (current?.id === comment.id) {
    // Another one, which this page may not know, may have more now.
    if (comment.rev > current.rev && comment.poos < current.poos) refetchRoast(comment.postId)
  } else if (mayBeRoast(comment) && (!current || isAbove(comment, current))) {
    applyComment(comment)
    if (commentOf(comment.id)) setRoast(comment.postId, comment.id)
  }
}

/** A deleted comment is no roast. */
export function withoutRoast(postId: string, { id }: Tombstone): void {
  if (roastOf(postId) !== id) return
  setRoast(postId, null)
  refetchRoast(postId)
}

const mayBeRoast = ({ poos, createdAt, authorId }: PublicCommentView): boolean =>
  poos >= ROAST.least &&
  Date.parse(createdAt) > serverNow() - ROAST.lasts &&
  !isHidden(useRelations.getState().changed.get(authorId))

/** Of equal ones the newest. */
const isAbove = (one: PublicCommentView, other: PublicCommentView): boolean =>
  one.poos === other.poos ? one.id > other.id : one.poos > other.poos
