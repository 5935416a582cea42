import { useQuery } from '@tanstack/react-query'
import { realtimeFigures } from '#client/features/analytics/data/analytics.store.ts'
import { useWatchTopic } from '#client/live/watch.ts'

/**
 * The live figures: fetched once, then pushed while this is open, at most once a second (LIVE L8, L15).
 */
export function useRealtime() {
  useWatchTopic('analytics')
  const query = useQuery({
    queryKey: ['/api/admin/analytics/realtime'],
    staleTime: 0,
    queryFn: ({ signal }) => realtimeFigures.load(signal),
  })
  return { query, figures: realtimeFigures.use() }
}
