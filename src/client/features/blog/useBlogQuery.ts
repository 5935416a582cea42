import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { refetchOnSubscribe } from '#client/live/after-watch.ts'
import { onResync } from '#client/live/registry.ts'
import { useWatchTopic } from '#client/live/watch.ts'

/** What was read. It may lack what changed between `askedAt` (epoch ms) and its arrival. */
export interface Asked<T> {
  answer: T
  askedAt: number
}

interface BlogQuery<T> {
  /** Of the resync. */
  name: string
  queryKey: QueryKey
  /** Rejects when it fails. */
  read: (signal: AbortSignal) => Promise<T>
}

/**
 * A read of the blog. While mounted, changes of the blog are pushed. What was asked for before that began is read again
 * when it may have changed (LIVE L4), and at each resync (LIVE L7).
 */
export function useBlogQuery<T>(topic: 'blog' | 'decrees', { name, queryKey, read }: BlogQuery<T>) {
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Asked<T>> => {
      const askedAt = Date.now()
      return { answer: await read(signal), askedAt }
    },
    staleTime: 0,
  })
  const { data, refetch } = query
  const askedAt = useRef(0)
  useEffect(() => {
    askedAt.current = data?.askedAt ?? 0
  })
  const readAgain = useCallback(async () => void (await refetch({ throwOnError: true })), [refetch])
  useWatchTopic(
    topic,
    useCallback((since: number) => refetchOnSubscribe(since, () => askedAt.current, readAgain), [readAgain]),
  )
  useEffect(() => onResync(name, readAgain), [name, readAgain])
  return query
}
