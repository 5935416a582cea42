import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { TIMINGS } from '#contract/limits.ts'
import { monitorStatus } from '#client/features/monitor/data/monitor.store.ts'
import { useConnection } from '#client/live/connection.store.ts'
import { useWatchTopic } from '#client/live/watch.ts'

/** Pushed while the page is open; asked for every 10 s while there is no socket (LIVE L8). */
export function useMonitorStatus() {
  const live = useConnection(({ status }) => status === 'live')
  const query = useQuery({
    queryKey: ['/api/ai-monitor/status'],
    staleTime: 0,
    refetchInterval: live ? false : TIMINGS.monitorPoll,
    queryFn: ({ signal }) => monitorStatus.load(signal),
  })
  const { refetch } = query
  // What happened between the question and the first push is asked for once.
  useWatchTopic(
    'monitor',
    useCallback(() => void refetch(), [refetch]),
  )
  return { query, status: monitorStatus.use() }
}
