import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RealtimeAnalyticsView } from '#contract/analytics.ts'

type Refetched = Pick<UseQueryResult, 'data' | 'dataUpdatedAt' | 'refetch'>

/** Fetches figures again after a push of the live ones, at most once in `everyMs` (LIVE L46, L57). */
export function useRefetchAfterPush(
  { data, dataUpdatedAt, refetch }: Refetched,
  live: RealtimeAnalyticsView | null,
  everyMs: number,
): void {
  const at = live?.updatedAt
  useEffect(() => {
    if (!at || !data) return undefined
    const timer = setTimeout(() => void refetch(), Math.max(0, dataUpdatedAt + everyMs - Date.now()))
    return () => clearTimeout(timer)
    // Only a push asks for new figures, and figures that have just been fetched do not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [at, refetch])
}
