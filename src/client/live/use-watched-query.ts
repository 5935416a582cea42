import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { Topic } from '#contract/events.ts'
import { refetchOnSubscribe } from './after-watch.ts'
import { onResync } from './registry.ts'
import { useWatchPosts, useWatchTopic } from './watch.ts'

/** What was read. It may lack what changed between `askedAt` (epoch ms) and its arrival. */
export interface Asked<T> {
  answer: T
  askedAt: number
}

interface WatchedQuery<T> {
  /** Of the resync. */
  name: string
  queryKey: QueryKey
  /** Rejects when it fails. */
  read: (signal: AbortSignal) => Promise<T>
  /** What is watched: a topic, or a post. */
  of: { topic: Topic } | { postId: string }
  /** Nothing is read or watched without it. Default: it is wanted. */
  isWanted?: boolean
}

/**
 * A read of what pushes keep up to date. While mounted, its changes are pushed. What was asked for before that began is
 * read again when it may have changed (LIVE L4), and at each resync (LIVE L7).
 */
export function useWatchedQuery<T>({ name, queryKey, read, of, isWanted = true }: WatchedQuery<T>) {
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Asked<T>> => {
      const askedAt = Date.now()
      return { answer: await read(signal), askedAt }
    },
    enabled: isWanted,
    staleTime: 0,
  })
  const { data, refetch } = query
  const askedAt = useRef(0)
  useEffect(() => {
    askedAt.current = data?.askedAt ?? 0
  })
  const readAgain = useCallback(async () => {
    const since = Date.now()
    const { data: answered } = await refetch({ throwOnError: true })
    // It was the first read, which was under way: its answer may be too old.
    if (answered && answered.askedAt < since) await refetch({ throwOnError: true })
  }, [refetch])
  const onWatched = useCallback(
    (since: number) => refetchOnSubscribe(since, () => askedAt.current, readAgain),
    [readAgain],
  )
  useWatchTopic(isWanted && 'topic' in of ? of.topic : null, onWatched)
  useWatchPosts(
    isWanted && 'postId' in of ? [of.postId] : [],
    useCallback((_: string, since: number) => onWatched(since), [onWatched]),
  )
  useEffect(() => (isWanted ? onResync(name, readAgain) : undefined), [isWanted, name, readAgain])
  return query
}
