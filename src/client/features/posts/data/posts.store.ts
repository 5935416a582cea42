import { createStore } from '#client/live/create-store.ts'
import type { Tombstone } from '#contract/events.ts'
import type { PostView, PostViewerState, PublicPostView, ReactionEmoji } from '#contract/posts.ts'
import { onReset } from '#client/live/registry.ts'
import { acceptNewer, createGraveyard, withoutRecord } from '#client/live/records.ts'
import { ownReactionIn } from './own-reaction.ts'

/** Records kept beside those that a list or a screen holds on to (LIVE L17). */
const MOST = 600

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

const graveyard = createGraveyard()
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
export function takePosts(posts: readonly PostView[], askedAt: number = Date.now()): void {
  usePostsStore.setState((state) => posts.filter((post) => !graveyard.isGone(post)).reduce(withAnswer, state))
  knownUpTo(
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
  takePosts(
    posts.filter(({ rev }) => rev >= 0),
    askedAt,
  )
  takePosts(
    posts.filter(({ rev }) => rev < 0),
    0,
  )
}

/**
 * Takes viewer-neutral pushes: the own part is kept, and follows where the push itself tells it (LIVE L16).
 */
export function takePublicPosts(posts: readonly PublicPostView[], viewerId: string | null): void {
  const living = posts.filter((post) => !graveyard.isGone(post))
  usePostsStore.setState((state) => living.reduce((held, post) => withPush(held, post, viewerId), state))
  evict(posts)
}

/** The viewer's own reaction changed, perhaps in another tab. */
export function takeOwnReaction(postId: string, reaction: ReactionEmoji | null, rev: number): void {
  usePostsStore.setState((state) => {
    const held = state.own.get(postId)
    if (held && held.rev >= rev) return state
    return { own: new Map(state.own).set(postId, { rev, reaction, can: held?.can ?? null }) }
  })
}

/** The post is deleted: no late copy brings it back (LIVE L2). */
export function buryPost(tombstone: Tombstone): void {
  graveyard.bury(tombstone)
  losePost(tombstone.id)
}

/** The server does not show this post to the viewer (any more); it may come back, so nothing is buried. */
export function losePost(id: string): void {
  upTo.delete(id)
  usePostsStore.setState(({ records, own, removals }) => ({
    records: withoutRecord(records, id),
    own: withoutRecord(own, id),
    removals: records.has(id) ? removals + 1 : removals,
  }))
}

const upTo = new Map<string, number>()

/**
 * These posts are known to be as the server has them, up to this moment (epoch ms): answered then, or watched
 * until then.
 */
export function knownUpTo(ids: readonly string[], moment: number): void {
  const { records } = usePostsStore.getState()
  for (const id of ids) if (records.has(id)) upTo.set(id, Math.max(moment, upTo.get(id) ?? 0))
}

/** Pushes about this post may be missing since then, unless it is watched. Epoch ms. */
export const lastKnownAt = (id: string): number => upTo.get(id) ?? 0

export const postOf = (id: string): PublicPostView | undefined => usePostsStore.getState().records.get(id)
export const ownPartOf = (id: string): OwnPart | undefined => usePostsStore.getState().own.get(id)

export function forgetPosts(): void {
  usePostsStore.setState(EMPTY)
  graveyard.clear()
  upTo.clear()
}
onReset(forgetPosts)

function withAnswer(state: PostsState, { viewer, ...post }: PostView): PostsState {
  const held = state.own.get(post.id)
  const own = held && held.rev > post.rev ? { ...held, can: viewer.can } : { rev: post.rev, ...viewer }
  return { ...state, records: acceptNewer(state.records, post), own: new Map(state.own).set(post.id, own) }
}

function withPush(state: PostsState, post: PublicPostView, viewerId: string | null): PostsState {
  const records = acceptNewer(state.records, post)
  const held = state.own.get(post.id)
  const reaction = ownReactionIn(post, viewerId)
  if (reaction === undefined || (held && held.rev >= post.rev))
    return records === state.records ? state : { ...state, records }
  return {
    ...state,
    records,
    own: new Map(state.own).set(post.id, { rev: post.rev, reaction, can: held?.can ?? null }),
  }
}

/** Oldest first goes what no list and no screen refers to. What has just come is about to be referred to. */
function evict(arrived: readonly { id: string }[]): void {
  const { records, own } = usePostsStore.getState()
  if (records.size <= MOST) return
  const held = new Set(arrived.map(({ id }) => id))
  for (const ids of holders) for (const id of ids()) held.add(id)
  const leaving = [...records.keys()].filter((id) => !held.has(id)).slice(0, records.size - MOST)
  if (leaving.length === 0) return
  const gone = new Set(leaving)
  const staying = <T>(map: ReadonlyMap<string, T>) => new Map([...map].filter(([id]) => !gone.has(id)))
  usePostsStore.setState({ records: staying(records), own: staying(own) })
  for (const id of leaving) upTo.delete(id)
}
