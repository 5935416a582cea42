import { useCallback, useEffect, useRef } from 'react'
import { refetchOnSubscribe } from '#client/live/after-watch.ts'
import { onResync } from '#client/live/registry.ts'
import { useWatchTopic } from '#client/live/watch.ts'

interface Fetched {
  /** Of the resync. */
  name: string
  /** When the shown answer was asked for, epoch ms; 0: never. */
  fetchedAt: number
  /** Rejects when it fails. */
  fetch: () => Promise<unknown>
}

/**
 * While mounted, changes of the blog are pushed. What was fetched before that began is fetched again when it
 * may have changed (LIVE L4), and at each resync (LIVE L7).
 */
export function useWatchBlog(topic: 'blog' | 'decrees', { name, fetchedAt, fetch }: Fetched): void {
  const latest = useRef({ fetchedAt, fetch })
  useEffect(() => {
    latest.current = { fetchedAt, fetch }
  })
  const fetchNow = useCallback(async () => void (await latest.current.fetch()), [])
  useWatchTopic(
    topic,
    useCallback(
      (since: number) => refetchOnSubscribe(since, () => latest.current.fetchedAt, fetchNow),
      [fetchNow],
    ),
  )
  useEffect(() => onResync(name, fetchNow), [name, fetchNow])
}
