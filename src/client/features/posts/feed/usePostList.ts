import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { PostView } from '#contract/posts.ts'
import { PAGE } from '#contract/limits.ts'
import { EMPTY_DELTA, composeList, reachOf } from '#client/features/posts/data/list-delta.ts'
import type { ListDelta } from '#client/features/posts/data/list-delta.ts'
import {
  showPendingDrops,
  restartList,
  usePostLists,
  writtenAt,
} from '#client/features/posts/data/post-lists.store.ts'
import { seedPosts, applyPosts, usePostsStore } from '#client/features/posts/data/posts.store.ts'
import type { PostSource } from '#client/features/posts/data/post-sources.ts'
import { openList } from '#client/features/posts/data/open-lists.ts'
import { currentViewer, useViewer } from '#client/features/account/data/viewer/viewer.store.ts'

/** A fetched page in the query: only ids, because the posts are in the store. */
interface ListPage {
  /** When it was requested, epoch ms. */
  askedAt: number
  ids: string[]
  next: string | null
}

/** New posts that wait: how many, and whether there may be more. */
export interface NewDrops {
  count: number
  more: boolean
}

/** How a list is fetched, page by page. */
export const pagesOf = (source: PostSource, viewerId: string | null) =>
  infiniteQueryOptions({
    queryKey: ['posts', viewerId, source.key] as const,
    queryFn: ({ pageParam, signal }) => readPage(source, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: ListPage) => next,
    // A refetch would move the list.
    staleTime: source.fresh ?? Infinity,
  })

/** Puts the first page of a list where the list will look for it. `askedAt`: when it was read, epoch ms. */
export function seedList(
  client: QueryClient,
  source: PostSource,
  posts: readonly PostView[],
  askedAt: number,
): void {
  seedPosts(posts, askedAt)
  const { queryKey } = pagesOf(source, currentViewer()?.id ?? null)
  client.setQueryData(
    queryKey,
    { pages: [pageOf(posts, askedAt)], pageParams: [null] },
    { updatedAt: askedAt },
  )
}

/** The fetched pages of a list, and what has changed since (LIVE L1, L7). */
function usePostPages(source: PostSource) {
  const { key } = source
  const viewerId = useViewer()?.id ?? null
  const options = useMemo(() => pagesOf(source, viewerId), [source, viewerId])
  const { queryKey } = options
  const query = useInfiniteQuery(options)
  const top = usePostLists(({ tops }) => tops.get(key) ?? EMPTY_DELTA)
  const removals = usePostsStore((state) => state.removals)
  const { ids, reach } = useMemo(() => {
    const pages = query.data?.pages.map((page) => page.ids) ?? []
    if (removals < 0) return { ids: [], reach: '' }
    return { ids: composeList(pages, top, writtenAt), reach: reachOf(pages, writtenAt) }
  }, [query.data, top, removals])
  const isProbablyEnd = query.hasNextPage && (query.data?.pages.at(-1)?.ids.length ?? PAGE.posts) < PAGE.posts
  return { query, queryKey, top, removals, ids, reach, isProbablyEnd }
}

/** How many posts of a list are here so far, for who shows the list itself elsewhere or not at all. */
export function usePostCount(source: PostSource) {
  const { query, ids, isProbablyEnd } = usePostPages(source)
  return {
    count: ids.length,
    more: query.hasNextPage && !isProbablyEnd,
    known: query.isSuccess,
    failed: query.isError && !query.data,
  }
}

/** A list of posts on screen, alive. */
export function usePostList(source: PostSource, onScreen: () => readonly string[]) {
  const { key } = source
  const { query, queryKey, top, removals, ids, reach, isProbablyEnd } = usePostPages(source)
  const { isFetching, isFetchNextPageError, fetchNextPage } = query
  useEffect(() => {
    if (isProbablyEnd && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [isProbablyEnd, isFetching, isFetchNextPageError, fetchNextPage])
  useOpenList(source, query.isSuccess, { ids, readAt: query.data?.pages[0]?.askedAt ?? 0 }, onScreen)
  const client = useQueryClient()
  const showPending = useCallback(async () => {
    if (!showPendingDrops(key)) await client.resetQueries({ queryKey })
  }, [client, key, queryKey])
  const isOutdated = top.gap && top.joins
  useEffect(() => {
    if (isOutdated) void showPending()
  }, [isOutdated, showPending])
  const drops = useDrops(top, { ids, reach, removals })
  return { query, isProbablyEnd, ids, drops, showPending }
}

async function readPage(
  { key, read }: PostSource,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ListPage> {
  // What is prepended from now on stays; what was prepended before comes with this page.
  if (cursor === null) restartList(key)
  const askedAt = Date.now()
  const posts = await read(cursor ?? undefined, signal)
  applyPosts(posts, askedAt)
  return pageOf(posts, askedAt)
}

// An empty page is the end (product section 7).
const pageOf = (posts: readonly PostView[], askedAt: number): ListPage => ({
  askedAt,
  ids: posts.map(({ id }) => id),
  next: posts.at(-1)?.createdAt ?? null,
})

function useOpenList(
  { key, read }: PostSource,
  loaded: boolean,
  { ids, readAt }: { ids: string[]; readAt: number },
  onScreen: () => readonly string[],
): void {
  const latest = useRef({ ids, readAt })
  useEffect(() => {
    latest.current = { ids, readAt }
  }, [ids, readAt])
  useEffect(
    () =>
      loaded
        ? openList({
            key,
            read: (cursor) => read(cursor),
            readAt: () => latest.current.readAt,
            listed: () => latest.current.ids,
            onScreen,
          })
        : undefined,
    [key, read, loaded, onScreen],
  )
}

/** The waiting posts that the list does not show. An old one that was restored comes with its own page. */
function useDrops(
  { waiting, gap }: ListDelta,
  { ids, reach, removals }: { ids: readonly string[]; reach: string; removals: number },
): NewDrops {
  return useMemo(() => {
    const listed = new Set(ids)
    const isNew = (id: string) => !listed.has(id) && (writtenAt(id) ?? '') >= (reach || '0')
    return { count: removals >= 0 ? waiting.filter(isNew).length : 0, more: gap }
  }, [waiting, gap, ids, reach, removals])
}
