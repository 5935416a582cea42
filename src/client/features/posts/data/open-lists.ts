import type { PostView } from '#contract/posts.ts'
import { refetchOnSubscribe } from '#client/live/after-watch.ts'
import { LruMap } from '#client/live/lru-map.ts'
import { onReset, onResync } from '#client/live/registry.ts'
import type { ResyncCause } from '#client/live/registry.ts'
import { isUnchangedSince } from '#client/live/watch.ts'
import { ApiError } from '#client/live/http.ts'
import { fetchPost } from './posts.api.ts'
import { retainPosts, freshAsOf, forgetPost, applyPosts } from './posts.store.ts'
import { beginList, reconcileList, topOf, writtenAt } from './post-lists.store.ts'
import type { ListKey } from './post-lists.store.ts'

/** A list on screen. */
export interface OpenList {
  key: ListKey
  /** Reads a page: the head without a cursor. */
  read: (cursor?: string) => Promise<PostView[]>
  /** When its head was requested, epoch ms. */
  readAt: () => number
  /** Ids on the list, newest first. */
  listed: () => readonly string[]
  /** Ids on screen. */
  onScreen: () => readonly string[]
}

/**
 * Requests of a list within this time share one answer: `ready`, the subscription after it, a burst of new
 * posts.
 */
const DEBOUNCE_MS = 250
/**
 * A post without pushes for longer is fetched again when it comes on screen. For changes of the last 60 s the
 * server sends the post when the page subscribes to it (LIVE L13).
 */
const STALE_MS = 45_000
/** At most this many parts of a list are fetched to cover the screen. */
const MAX_STRETCHES = 3

/** Closed lists whose posts are kept, so that Back restores the position (LIVE L17). */
const MAX_CLOSED_LISTS = 8

const openLists = new Map<ListKey, OpenList>()
const closedLists = new LruMap<ListKey, readonly string[]>(MAX_CLOSED_LISTS)
const openPosts = new Map<string, number>()
const catchingUp = new Map<ListKey, Promise<void>>()
/** When the head of an open list was last requested, epoch ms. */
const headAskedAt = new Map<ListKey, number>()

/** While it is open, the list takes part in every resync. Returns the function that closes it. */
export function openList(list: OpenList): () => void {
  openLists.set(list.key, list)
  beginList(list.key)
  closedLists.delete(list.key)
  return () => {
    if (openLists.get(list.key) !== list) return
    openLists.delete(list.key)
    headAskedAt.delete(list.key)
    closedLists.set(list.key, list.listed())
  }
}

onReset(() => closedLists.clear())

/**
 * While it is open, the post takes part in every resync by itself (on its own page, or as a card outside of a
 * list).
 */
export function openPost(id: string): () => void {
  openPosts.set(id, (openPosts.get(id) ?? 0) + 1)
  return () => {
    const left = (openPosts.get(id) ?? 1) - 1
    if (left > 0) openPosts.set(id, left)
    else openPosts.delete(id)
  }
}

/** Posts of the lists and screens, and those behind a pill: none of them may be evicted. */
const postsInUse = (): string[] => [
  ...openPosts.keys(),
  ...[...openLists.values()].flatMap(({ key, listed }) => [...listed(), ...topOf(key).waiting]),
  ...[...closedLists.values()].flat(),
]

/**
 * Fetches everything on screen again (LIVE L7), but right after `ready` not what is known to be unchanged
 * (LIVE L4). Throws ApiError.
 */
export async function resyncPosts(cause?: ResyncCause): Promise<void> {
  const isReady = cause?.reason === 'ready'
  const lists = [...openLists.values()].filter((list) => !isReady || !isUnchangedList(list))
  const posts = [...openPosts.keys()].filter(
    (id) => !isReady || !isUnchangedSince(`post:${id}`, freshAsOf(id)),
  )
  // At once, so that it shares the batch of the other reads.
  await Promise.all([...lists.map(({ key }) => catchUp(key, 0)), ...posts.map(refreshPost)])
}

const headReadAt = ({ key, readAt }: OpenList): number => Math.max(headAskedAt.get(key) ?? 0, readAt())

/** The two feeds have a topic; nothing is known about changes of the other lists. */
const isUnchangedList = (list: OpenList): boolean => isUnchangedSince(`topic:${list.key}`, headReadAt(list))

retainPosts(postsInUse)
onResync('posts', resyncPosts)

/** Fetches the head of an open list again: new posts wait behind its pill. Throws ApiError. */
export function catchUp(key: ListKey, afterMs = DEBOUNCE_MS): Promise<void> {
  const waiting = catchingUp.get(key)
  if (waiting) return waiting
  const next = new Promise<void>((resolve) => setTimeout(resolve, afterMs)).then(() => {
    // A request from here on would be newer than this answer.
    catchingUp.delete(key)
    const list = openLists.get(key)
    return list && readAgain(list)
  })
  catchingUp.set(key, next)
  return next
}

/** The server pushes changes of the list from now on. */
export const listWatched = (key: ListKey, unchangedSince: number): void =>
  refetchOnSubscribe(
    unchangedSince,
    () => {
      const list = openLists.get(key)
      return list ? headReadAt(list) : 0
    },
    () => catchUp(key),
  )

/** The server pushes changes of the post from now on. */
export const postWatched = (id: string, unchangedSince: number): void =>
  refetchOnSubscribe(
    unchangedSince,
    () => freshAsOf(id),
    () => refreshPost(id),
  )

/**
 * Posts came on screen: those without news for a while are fetched again, with the part of the list around
 * them.
 */
export async function refreshStale(key: ListKey): Promise<void> {
  const list = openLists.get(key)
  const since = Date.now() - STALE_MS
  if (list) await readOnScreen(list, (id) => freshAsOf(id) < since)
}

/** Fetches one post again; one that the server no longer shows is removed. Throws other errors. */
export async function refreshPost(id: string): Promise<void> {
  const askedAt = Date.now()
  try {
    applyPosts([await fetchPost(id)], askedAt)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    forgetPost(id)
  }
}

async function readAgain(list: OpenList): Promise<void> {
  headAskedAt.set(list.key, Date.now())
  const head = await readStretch(list, null)
  // How fresh a post is does not matter: another part of the page may have read it, and it may have left this list.
  await readOnScreen(list, (id) => !head.includes(id))
}

/** Fetches the parts of the list around those posts on screen that have to be read. */
async function readOnScreen(list: OpenList, isWanted: (id: string) => boolean): Promise<void> {
  const read = new Set<string>()
  for (let stretches = 0; stretches < MAX_STRETCHES; stretches += 1) {
    const id = list.onScreen().find((one) => !read.has(one) && writtenAt(one) !== undefined && isWanted(one))
    if (id === undefined) return
    const listed = list.listed()
    const above = listed[listed.indexOf(id) - 1]
    const found = await readStretch(list, above === undefined ? null : (writtenAt(above) ?? null))
    for (const one of [id, ...found]) read.add(one)
  }
}

/** Fetches a part of the list, and returns the ids in it. */
async function readStretch(list: OpenList, before: string | null): Promise<string[]> {
  const { epoch, waiting } = topOf(list.key)
  const asked = { epoch, listed: list.listed(), waiting }
  const askedAt = Date.now()
  const posts = await list.read(before ?? undefined)
  applyPosts(posts, askedAt)
  const ids = posts.map(({ id }) => id)
  reconcileList(list.key, asked, { before, ids })
  return ids
}
