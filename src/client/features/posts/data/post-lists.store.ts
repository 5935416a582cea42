import { createStore } from '#client/live/create-store.ts'
import type { FeedTopic } from '#contract/events.ts'
import { isHidden, onRelationChange } from '#client/features/people/data/relations/relations.store.ts'
import { withLatest } from '#client/live/lru-map.ts'
import { onReset } from '#client/live/registry.ts'
import { postOf, usePostsStore } from './posts.store.ts'
import * as tops from './list-delta.ts'
import type { Asked, ListDelta, Stretch } from './list-delta.ts'

/**
 * Names a list: a topic of the feed, a person's posts, what they reacted to or those with media, what the
 * viewer keeps, or what a search finds.
 */
export type ListKey = FeedTopic | 'kept' | `${'by' | 'likes' | 'media' | 'tag' | 'words'}:${string}`

/** Lists whose heads are remembered after their screen was closed, for Back (LIVE L17). */
const MAX_LISTS = 12

interface PostListsState {
  tops: ReadonlyMap<ListKey, ListDelta>
}

export const usePostLists = createStore<PostListsState>(() => ({ tops: new Map() }))

export const writtenAt = (id: string): string | undefined => postOf(id)?.createdAt

export const topOf = (key: ListKey): ListDelta => usePostLists.getState().tops.get(key) ?? tops.EMPTY_DELTA

function changeTop(key: ListKey, change: (top: ListDelta) => ListDelta): void {
  const before = topOf(key)
  const after = change(before)
  if (after === before) return
  usePostLists.setState(({ tops: current }) => ({ tops: withLatest(current, key, after, MAX_LISTS) }))
}

/** Adds new posts of a topic to its pill. */
export const announceDrops = (key: ListKey, ids: readonly string[]): void =>
  changeTop(key, (top) => tops.announce(top, ids))

/** Adds the viewer's own post to the list at once. */
export const joinList = (key: ListKey, id: string): void => changeTop(key, (top) => tops.prepend(top, id))

/**
 * Shows the waiting posts. False: there are too many, so the list has to be fetched again (`restartList`,
 * then its query).
 */
export function showPendingDrops(key: ListKey): boolean {
  const after = tops.showPending(topOf(key))
  if (!after) return false
  changeTop(key, () => after)
  return true
}

/** The list starts again with its next fetched page. */
export const restartList = (key: ListKey): void => changeTop(key, tops.restart)

/** Removes existing posts from these lists, because their author was muted or blocked. */
export function dropFromLists(ids: readonly string[], isMeant: (key: ListKey) => boolean): void {
  for (const key of usePostLists.getState().tops.keys())
    if (isMeant(key)) changeTop(key, (top) => tops.drop(top, ids))
}

/** Restores posts that `dropFromLists` removed. */
export function restoreToLists(ids: readonly string[], isMeant: (key: ListKey) => boolean): void {
  for (const key of usePostLists.getState().tops.keys())
    if (isMeant(key)) changeTop(key, (top) => tops.restore(top, ids))
}

/** Every list on screen has an entry, so that changes of all lists reach it. */
export const beginList = (key: ListKey): void => changeTop(key, (top) => ({ ...top }))

/** Compares a list with the server's answer. */
export const reconcileList = (key: ListKey, asked: Asked, stretch: Stretch): void =>
  changeTop(key, (top) => tops.reconcile(top, asked, stretch, writtenAt))

/** Posts of a muted person stay on that person's own page. */
const isOwnPage = (key: ListKey): boolean => key.startsWith('by:') || key.startsWith('media:')

onRelationChange((personId, now) => {
  const theirs = [...usePostsStore.getState().records.values()]
    .filter(({ authorId }) => authorId === personId)
    .map(({ id }) => id)
  if (isHidden(now)) dropFromLists(theirs, (key) => now.blocked || !isOwnPage(key))
  else restoreToLists(theirs, (key) => key !== 'following' || now.follows !== false)
  if (now.follows === false) dropFromLists(theirs, (key) => key === 'following')
  for (const key of usePostLists.getState().tops.keys()) changeTop(key, tops.expectOthers)
})

onReset(() => usePostLists.setState({ tops: new Map() }))
