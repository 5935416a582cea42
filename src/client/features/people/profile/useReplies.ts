import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ReplyView } from '#contract/comments.ts'
import { loadReplies } from '#client/features/comments/data/replies/replies.actions.ts'
import { retainPosts } from '#client/features/posts/data/posts.store.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { onResync } from '#client/live/registry.ts'

/** A comment by its id with its post, or a post of the person that mentions somebody. */
export interface ReplyPlace {
  id: string
  postId: string
  kind: 'comment' | 'post'
}

/** The tab is fetched again after this time, because no push announces new rows. ms. */
const FRESH_MS = 10_000

const placeOf = ({ id, comment, post }: ReplyView): ReplyPlace => ({
  id,
  postId: post.id,
  kind: comment ? 'comment' : 'post',
})

/**
 * The pages of the replies tab, as ids; posts and comments are in their stores. Fetched again with every
 * resync (LIVE L7).
 */
export function useReplies(handle: string) {
  const viewerId = useViewer()?.id ?? null
  const query = useInfiniteQuery({
    queryKey: ['replies', viewerId, handle],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const replies = await loadReplies(handle, pageParam, signal)
      // An empty page is the end, as with posts.
      return { places: replies.map(placeOf), next: replies.at(-1)?.createdAt }
    },
    getNextPageParam: ({ next }) => next,
    staleTime: FRESH_MS,
  })
  const places = useMemo(() => query.data?.pages.flatMap((page) => page.places) ?? [], [query.data])
  useEffect(() => retainPosts(() => places.map(({ postId }) => postId)), [places])
  const { refetch } = query
  useEffect(
    () =>
      onResync('replies', async () => {
        await refetch({ throwOnError: true })
      }),
    [refetch],
  )
  return { query, places }
}
