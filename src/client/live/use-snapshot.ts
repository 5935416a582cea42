import { useQuery } from '@tanstack/react-query'
import { useConnection } from './connection.store.ts'
import type { Snapshot } from './snapshot.ts'

interface Options {
  /** What was fetched within this time is not fetched again, ms. */
  staleTime?: number
  /** Fetched again so often while nothing is pushed, ms (LIVE L8). */
  pollMs?: number
}

/** A snapshot on screen: fetched when it appears; afterwards pushes and resyncs change the value. */
export function useSnapshot<T>(snapshot: Snapshot<T>, { staleTime = 0, pollMs }: Options = {}) {
  const isPushed = useConnection(({ status }) => status === 'live')
  const query = useQuery({
    queryKey: ['snapshot', snapshot.name],
    staleTime,
    refetchInterval: isPushed || pollMs === undefined ? false : pollMs,
    queryFn: ({ signal }) => snapshot.load(signal),
  })
  return { query, value: snapshot.use() }
}
