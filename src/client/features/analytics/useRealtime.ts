import { realtimeFigures } from '#client/features/analytics/data/analytics.store.ts'
import { useSnapshot } from '#client/live/use-snapshot.ts'
import { useWatchTopic } from '#client/live/watch.ts'

/**
 * The live figures: fetched once, then pushed while this is open, at most once a second (LIVE L8, L15).
 */
export function useRealtime() {
  useWatchTopic('analytics')
  const { query, value: figures } = useSnapshot(realtimeFigures)
  return { query, figures }
}
