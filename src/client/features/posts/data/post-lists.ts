import type { FeedTopic } from '#contract/events.ts'
import { PAGE } from '#contract/limits.ts'
import type { PostView } from '#contract/posts.ts'
import { isHidden, onRelationChange } from '#client/features/people/data/relations/relations.store.ts'
import type { ListSource } from '#client/live/list/fetch-pages.ts'
import { changeAll, changeHere, heldLists, stateOf } from '#client/live/list/list-state.ts'
import { catchUpSoon, compareOnScreen, seedList } from '#client/live/list/live-list.ts'
import { announce, drop, restore, type Listed, type Page } from '#client/live/list/pages.ts'
import { applyPosts, freshAsOf, postOf, retainPosts, seedPosts, usePostsStore } from './posts.store.ts'

/**
 * Names a list: a topic of the feed, a person's posts, what they reacted to or those with media, what the
 * viewer keeps, or what a search finds.
 */
type ListName = FeedTopic | 'kept' | `${'by' | 'likes' | 'media' | 'tag' | 'words'}:${string}`

/** A list of posts, newest first. */
export type PostSource = ListSource<Listed>

/**
 * A post without pushes for longer is read again when it comes on screen. For changes of the last 60 s the
 * server sends the post when the page subscribes to it (LIVE L13).
 */
const STALE_MS = 45_000

export const postWrittenAt = (id: string): string | undefined => postOf(id)?.createdAt

export const postListKey = (name: ListName | `top:${ListName}`): string => `posts: ${name}`
const isPostList = (key: string): boolean => key.startsWith('posts: ')

// An empty page is the end (product section 7).
const pageOf = (posts: readonly PostView[]): Page<Listed> => ({
  rows: posts.map(({ id }) => ({ id })),
  next: posts.at(-1)?.createdAt,
})

/** A list whose new posts wait, so that it does not move. `fresh`: without it pushes and resyncs keep it true. */
export const postList = (
  name: ListName,
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<PostView[]>,
  { topic, fresh = Infinity }: { topic?: FeedTopic; fresh?: number } = {},
): PostSource => ({
  key: postListKey(name),
  topic,
  fresh,
  waits: { placeOf: postWrittenAt, size: PAGE.posts },
  read: async (cursor, signal) => {
    const askedAt = Date.now()
    const posts = await fetchPage(cursor, signal)
    applyPosts(posts, askedAt)
    return pageOf(posts)
  },
})

/** Puts the first page of a server-rendered document into its list. `askedAt`: when it was read, epoch ms. */
export function seedPostList({ key }: PostSource, posts: readonly PostView[], askedAt: number): void {
  seedPosts(posts, askedAt)
  seedList(key, pageOf(posts), askedAt)
}

/** New posts of a topic wait behind its pill. `hasMore`: there are others, which are asked for. */
export function announceDrops(topic: FeedTopic, ids: readonly string[], hasMore: boolean): void {
  const key = postListKey(topic)
  changeHere(key, (state) => announce(state, ids))
  // A list that will be read from its beginning anyway needs nothing.
  if (hasMore && !stateOf(key).gap) catchUpSoon(key)
}

/** Posts came on screen: those without news for a while are read again, with the part of the list around them. */
export function refreshStale(key: string): Promise<void> {
  const since = Date.now() - STALE_MS
  return compareOnScreen(key, (id) => freshAsOf(id) < since)
}

// Posts of lists, and those behind a pill, may not be evicted: Back shows a list where it was.
retainPosts(() =>
  heldLists(isPostList).flatMap(({ pages, joined, waiting }) => [
    ...pages.flatMap(({ rows }) => rows.map(({ id }) => id)),
    ...joined.map(({ id }) => id),
    ...waiting,
  ]),
)

/** Posts of a muted person stay on that person's own page. */
const isOwnPage = (key: string): boolean => /^posts: (?:by|media):/.test(key)
const isFollowing = (key: string): boolean => key === postListKey('following')

onRelationChange((personId, now) => {
  const theirs = [...usePostsStore.getState().records.values()]
    .filter(({ authorId }) => authorId === personId)
    .map(({ id }) => id)
  const changeWhere = (isMeant: (key: string) => boolean, part: typeof drop) =>
    changeAll(
      (key) => isPostList(key) && isMeant(key),
      (state) => part(state, theirs),
    )
  if (isHidden(now)) changeWhere((key) => now.blocked || !isOwnPage(key), drop)
  else changeWhere((key) => !isFollowing(key) || now.follows !== false, restore)
  if (now.follows === false) changeWhere(isFollowing, drop)
  changeAll(isPostList, ({ rowChanges }) => ({ rowChanges: rowChanges + 1 }))
})
