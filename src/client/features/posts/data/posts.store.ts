import { createCollection } from '#client/live/collection.ts'
import type { Tombstone } from '#contract/events.ts'
import type { PostView, PostViewerState, PublicPostView, ReactionEmoji } from '#contract/posts.ts'
import { onReset } from '#client/live/registry.ts'
import { LruMap } from '#client/ui/lru-map.ts'
import { withoutRecords } from '#client/live/records.ts'
import { ownReactionIn } from './own-reaction.ts'

/** Records kept in addition to those that a list or a screen uses (LIVE L17). */
const MAX_POSTS = 600

/** The part that depends on the viewer, and the rev of the post for which it was true (LIVE L16). */
export interface OwnPostPart {
  rev: number
  reaction: ReactionEmoji | null
  /** null: unknown, because the post came by a push and pushes are the same for all viewers. */
  can: PostViewerState['can'] | null
}

interface BesidePosts {
  own: ReadonlyMap<string, OwnPostPart>
  /** Raised whenever a post is removed or comes back: lists then filter again. */
  removals: number
}

const retained = new Set<() => Iterable<string>>()

const posts = createCollection<PublicPostView, BesidePosts>({
  limit: MAX_POSTS,
  inUse: () => [...retained].flatMap((ids) => [...ids()]),
  // A block hides who has reacted (LIVE L23).
  replacesSame: true,
  extra: { own: new Map(), removals: 0 },
  derive: (records, { own }) =>
    own.size > records.size ? { own: new Map([...own].filter(([id]) => records.has(id))) } : {},
})
export const usePostsStore = posts.use

/** Registers a function that names posts that must not be evicted. Returns the function that removes it. */
export function retainPosts(ids: () => Iterable<string>): () => void {
  retained.add(ids)
  return () => void retained.delete(ids)
}

/**
 * Stores an answer of REST: the public part by rev, the viewer's own part as true for that rev (LIVE L1, L2).
 * `askedAt`: when it was requested, epoch ms; no push before that can be missing.
 */
export function applyPosts(answered: readonly PostView[], askedAt: number = Date.now()): void {
  const own = new Map(usePostsStore.getState().own)
  for (const { id, rev, viewer } of answered.filter((post) => !posts.isDeleted(post))) {
    const current = own.get(id)
    own.set(id, current && current.rev > rev ? { ...current, can: viewer.can } : { rev, ...viewer })
  }
  if (answered.length > 0) usePostsStore.setState({ own })
  store(answered.map(({ viewer: _, ...post }): PublicPostView => post))
  markFresh(
    answered.map(({ id }) => id),
    askedAt,
  )
}

/**
 * Stores the posts of a server-rendered document. A text behind a warning is not in the document: such a post
 * counts as not fetched, so that it is fetched as soon as it is on screen.
 */
export function seedPosts(seeded: readonly PostView[], askedAt: number): void {
  applyPosts(
    seeded.filter(({ rev }) => rev >= 0),
    askedAt,
  )
  applyPosts(
    seeded.filter(({ rev }) => rev < 0),
    0,
  )
}

/**
 * Stores pushes, which are the same for all viewers: the own part is kept, and changes only where the push
 * says so (LIVE L16).
 */
export function applyPushedPosts(pushed: readonly PublicPostView[], viewerId: string | null): void {
  for (const post of pushed) {
    const reaction = posts.isDeleted(post) ? undefined : ownReactionIn(post, viewerId)
    if (reaction !== undefined) applyOwnReaction(post.id, reaction, post.rev)
  }
  store(pushed)
}

function store(incoming: readonly PublicPostView[]): void {
  posts.apply(incoming)
  const back = incoming.filter(({ id }) => posts.get(id) && removed.delete(id))
  if (back.length > 0) usePostsStore.setState(({ removals }) => ({ removals: removals + back.length }))
}

/** The viewer's own reaction changed, perhaps in another tab. */
export function applyOwnReaction(postId: string, reaction: ReactionEmoji | null, rev: number): void {
  const { own } = usePostsStore.getState()
  const current = own.get(postId)
  if (current && current.rev >= rev) return
  usePostsStore.setState({ own: new Map(own).set(postId, { rev, reaction, can: current?.can ?? null }) })
}

/** Marks the post as deleted, so that no older copy restores it. A newer one has come back (LIVE L2). */
export function markPostDeleted(tombstone: Tombstone): void {
  if ((posts.get(tombstone.id)?.rev ?? 0) > tombstone.rev) return
  forgetPost(tombstone.id)
  posts.markDeleted(tombstone)
}

/** The server does not show this post to the viewer (any more). It may come back. */
export function forgetPost(id: string): void {
  freshUpTo.delete(id)
  const count = posts.get(id) ? 1 : 0
  if (count > 0) removed.set(id, true)
  posts.remove([id])
  usePostsStore.setState(({ own, removals }) => ({
    own: withoutRecords(own, [id]),
    removals: removals + count,
  }))
}

const freshUpTo = new LruMap<string, number>(2 * MAX_POSTS)
/** Posts that lists may still name, though they were removed. */
const removed = new LruMap<string, true>(MAX_POSTS)
onReset(() => {
  freshUpTo.clear()
  removed.clear()
})

/** Marks these posts as up to date until this time (epoch ms): fetched then, or subscribed until then. */
export function markFresh(ids: readonly string[], moment: number): void {
  for (const id of ids) if (posts.get(id)) freshUpTo.set(id, Math.max(moment, freshAsOf(id)))
}

/** Since this time (epoch ms) pushes about this post may be missing, unless the page is subscribed to it. */
export const freshAsOf = (id: string): number => freshUpTo.get(id) ?? 0

export const postOf = posts.get
export const ownPostPartOf = (id: string): OwnPostPart | undefined => usePostsStore.getState().own.get(id)
