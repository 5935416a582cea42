import { createStore } from '#client/live/create-store.ts'
import type { Tombstone } from '#contract/events.ts'
import type { PostView, PostViewerState, PublicPostView, ReactionEmoji } from '#contract/posts.ts'
import { onReset } from '#client/live/registry.ts'
import { createTombstones, withNewer, withoutRecords } from '#client/live/records.ts'
import { ownReactionIn } from './own-reaction.ts'

/** Records kept beside those that a list or a screen holds on to (LIVE L17). */
const MAX_POSTS = 600

/** What hangs on the viewer, and the rev of the post at which it was true (LIVE L16). */
export interface OwnPart {
  rev: number
  reaction: ReactionEmoji | null
  /** null: not known yet, because the post came by a push and pushes are viewer-neutral. */
  can: PostViewerState['can'] | null
}

interface PostsState {
  records: ReadonlyMap<string, PublicPostView>
  own: ReadonlyMap<string, OwnPart>
  /** Raised whenever a post goes: lists look again at what they show. */
  removals: number
}

const EMPTY: PostsState = { records: new Map(), own: new Map(), removals: 0 }

export const usePostsStore = createStore<PostsState>(() => EMPTY)

const tombstones = createTombstones()
const holders = new Set<() => Iterable<string>>()

/** Names the posts that must not be evicted, asked for whenever room is needed. Returns the way to let go. */
export function holdPosts(ids: () => Iterable<string>): () => void {
  holders.add(ids)
  return () => void holders.delete(ids)
}

/**
 * Takes what REST answered: the public part by rev, the viewer's own part as true at that rev (LIVE L1, L2).
 * `askedAt`: when the question was put, epoch ms; up to then nothing has been missed.
 */
export function applyPosts(posts: readonly PostView[], askedAt: number = Date.now()): void {
  usePostsStore.setState((state) =>
    withAnswers(
      state,
      posts.filter((post) => !tombstones.isDeleted(post)),
    ),
  )
  markFresh(
    posts.map(({ id }) => id),
    askedAt,
  )
  evict(posts)
}

/**
 * Takes the posts of a server-rendered document. A text behind a warning is not in the document: such a post
 * counts as never read, so that it is fetched as soon as it is on screen.
 */
export function seedPosts(posts: readonly PostView[], askedAt: number): void {
  applyPosts(
    posts.filter(({ rev }) => rev >= 0),
    askedAt,
  )
  applyPosts(
    posts.filter(({ rev }) => rev < 0),
    0,
  )
}

/**
 * Takes viewer-neutral pushes: the own part is kept, and follows where the push itself tells it (LIVE L16).
 */
export function applyPushedPosts(posts: readonly PublicPostView[], viewerId: string | null): void {
  const living = posts.filter((post) => !tombstones.isDeleted(post))
  usePostsStore.setState((state) => withPushes(state, living, viewerId))
  evict(posts)
}

/** The viewer's own reaction changed, perhaps in another tab. */
export function applyOwnReaction(postId: string, reaction: ReactionEmoji | null, rev: number): void {
  usePostsStore.setState((state) => {
    const held = state.own.get(postId)
    if (held && held.rev >= rev) return state
    return { own: new Map(state.own).set(postId, { rev, reaction, can: held?.can ?? null }) }
  })
}

/** The post is deleted: no late copy brings it back (LIVE L2). */
export function markPostDeleted(tombstone: Tombstone): void {
  tombstones.add(tombstone)
  forgetPost(tombstone.id)
}

/** The server does not show this post to the viewer (any more); it may come back, so nothing is buried. */
export function forgetPost(id: string): void {
  upTo.delete(id)
  usePostsStore.setState(({ records, own, removals }) => ({
    records: withoutRecords(records, [id]),
    own: withoutRecords(own, [id]),
    removals: records.has(id) ? removals + 1 : removals,
  }))
}

const upTo = new Map<string, number>()

/**
 * These posts are known to be as the server has them, up to this moment (epoch ms): answered then, or watched
 * until then.
 */
export function markFresh(ids: readonly string[], moment: number): void {
  const { records } = usePostsStore.getState()
  for (const id of ids) if (records.has(id)) upTo.set(id, Math.max(moment, upTo.get(id) ?? 0))
}

/** Pushes about this post may be missing since then, unless it is watched. Epoch ms. */
export const freshAsOf = (id: string): number => upTo.get(id) ?? 0

export const postOf = (id: string): PublicPostView | undefined => usePostsStore.getState().records.get(id)
export const ownPartOf = (id: string): OwnPart | undefined => usePostsStore.getState().own.get(id)

export function forgetPosts(): void {
  usePostsStore.setState(EMPTY)
  tombstones.clear()
  upTo.clear()
}
onReset(forgetPosts)

// Each map is copied once, however many posts come.

function withAnswers(state: PostsState, posts: readonly PostView[]): PostsState {
  if (posts.length === 0) return state
  const own = new Map(state.own)
  for (const { id, rev, viewer } of posts) {
    const held = own.get(id)
    own.set(id, held && held.rev > rev ? { ...held, can: viewer.can } : { rev, ...viewer })
  }
  const records = withNewer(
    state.records,
    posts.map(({ viewer: _, ...post }): PublicPostView => post),
  )
  return { ...state, records, own }
}

function withPushes(
  state: PostsState,
  posts: readonly PublicPostView[],
  viewerId: string | null,
): PostsState {
  const records = withNewer(state.records, posts)
  let own: Map<string, OwnPart> | null = null
  for (const post of posts) {
    const held = (own ?? state.own).get(post.id)
    const reaction = ownReactionIn(post, viewerId)
    if (reaction === undefined || (held && held.rev >= post.rev)) continue
    own ??= new Map(state.own)
    own.set(post.id, { rev: post.rev, reaction, can: held?.can ?? null })
  }
  return records === state.records && !own ? state : { ...state, records, own: own ?? state.own }
}

/** Oldest first goes what no list and no screen refers to. What has just come is about to be referred to. */
function evict(arrived: readonly { id: string }[]): void {
  const { records, own } = usePostsStore.getState()
  if (records.size <= MAX_POSTS) return
  const held = new Set(arrived.map(({ id }) => id))
  for (const ids of holders) for (const id of ids()) held.add(id)
  const leaving = [...records.keys()].filter((id) => !held.has(id)).slice(0, records.size - MAX_POSTS)
  if (leaving.length === 0) return
  const gone = new Set(leaving)
  const staying = <T>(map: ReadonlyMap<string, T>) => new Map([...map].filter(([id]) => !gone.has(id)))
  usePostsStore.setState({ records: staying(records), own: staying(own) })
  for (const id of leaving) upTo.delete(id)
}
