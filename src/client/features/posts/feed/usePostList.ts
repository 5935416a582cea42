import { useCallback, useEffect, useLayoutEffect, useMemo } from 'react'
import { PAGE } from '#contract/limits.ts'
import { postWrittenAt, type PostSource } from '#client/features/posts/data/post-lists.ts'
import { usePostsStore } from '#client/features/posts/data/posts.store.ts'
import { showWaiting } from '#client/live/list/live-list.ts'
import { newOnes, type PlaceOf } from '#client/live/list/pages.ts'
import { useList } from '#client/live/list/use-list.ts'

/** New posts that wait: how many, and whether there may be more. */
export interface NewDrops {
  count: number
  more: boolean
}

/** Removed posts have no place; the same function would not be asked again. */
const placesAfter =
  (_removals: number): PlaceOf =>
  (id) =>
    postWrittenAt(id)

/** A list of posts on screen, alive. `visible`: the ids on screen; must be stable. */
export function usePostList(source: PostSource, visible?: () => readonly string[]) {
  const { key } = source
  const removals = usePostsStore((state) => state.removals)
  const placeOf = useMemo(() => placesAfter(removals), [removals])
  const { held, ...list } = useList(source, { placeOf, visible })
  const { ids, busy, next } = list
  const { hasMore, failed, onMore } = next
  // A short page: the next one is read to find out whether it is the last.
  const isProbablyEnd = hasMore && (held.pages.at(-1)?.rows.length ?? PAGE.posts) < PAGE.posts
  useEffect(() => {
    if (isProbablyEnd && !busy && !failed) onMore()
  }, [isProbablyEnd, busy, failed, onMore])
  // Other posts belong to the list, and too many are unknown to let them wait.
  const isOutdated = held.gap && held.rowChanges > 0
  useEffect(() => {
    if (isOutdated) void showWaiting(key)
  }, [isOutdated, key])
  const drops: NewDrops = useMemo(
    () => ({ count: newOnes(held, ids, placeOf).length, more: held.gap }),
    [held, ids, placeOf],
  )
  return { ...list, isProbablyEnd, drops, showPending: useCallback(() => showWaiting(key), [key]) }
}

/** For a list without a pill: what is new is shown at once. */
export function useNothingWaits({
  drops,
  showPending,
}: Pick<ReturnType<typeof usePostList>, 'drops' | 'showPending'>): void {
  // Before the screen shows that something waits.
  useLayoutEffect(() => {
    if (drops.count > 0 || drops.more) void showPending()
  }, [drops, showPending])
}
