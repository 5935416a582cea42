import { useInfiniteQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { BlogCardView } from '#contract/blog.ts'
import { loadDecrees, type Archive } from '#client/features/blog/data/blog.actions.ts'
import { applyCards } from '#client/features/blog/data/blog.store.ts'
import { currentViewer, useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { onLive } from '#client/live/registry.ts'
import { useWatchBlog } from './useWatchBlog.ts'

function receiptOf(archive: Archive, cards: readonly BlogCardView[]) {
  const last = cards.at(-1)
  return {
    ids: cards.map(({ id }) => id),
    next: archive === 'all' ? last?.createdAt : (last?.publishedAt ?? undefined),
  }
}

/** Puts the first page of an archive where the page will look for it. `askedAt`: epoch ms. */
export function seedDecrees(
  client: QueryClient,
  archive: Archive,
  cards: readonly BlogCardView[],
  askedAt: number,
): void {
  applyCards(cards)
  client.setQueryData(
    ['blog', currentViewer()?.id ?? null, archive, ''],
    { pages: [receiptOf(archive, cards)], pageParams: [undefined] },
    { updatedAt: askedAt },
  )
}

/**
 * The loaded pages of an archive, newest first. Refetched when a decree is issued or deleted, and at each
 * resync (LIVE L7).
 */
export function useDecrees(archive: Archive, q: string) {
  const viewerId = useViewer()?.id ?? null
  const query = useInfiniteQuery({
    queryKey: ['blog', viewerId, archive, q],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const cards = await loadDecrees(archive, q, pageParam, signal)
      return receiptOf(archive, cards)
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: (shown) => shown,
  })
  const ids = useMemo(() => query.data?.pages.flatMap((page) => page.ids) ?? [], [query.data])
  const { refetch } = query
  useWatchBlog(archive === 'all' ? 'decrees' : 'blog', {
    name: `decrees ${archive}`,
    fetchedAt: query.dataUpdatedAt,
    fetch: () => refetch({ throwOnError: true }),
  })
  useEffect(() => {
    const again = () => void refetch()
    const stops = [
      onLive('blog:updated', ({ decree }) => (ids.includes(decree.id) ? undefined : again())),
      onLive('blog:deleted', ({ id }) => (ids.includes(id) ? again() : undefined)),
    ]
    return () => stops.forEach((stop) => stop())
  }, [ids, refetch])
  return { query, ids }
}
