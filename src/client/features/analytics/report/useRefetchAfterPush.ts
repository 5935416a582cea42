import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { RealtimeAnalyticsView } from '#contract/analytics.ts'

type Refetched = Pick<UseQueryResult, 'data' | 'dataUpdatedAt' | 'refetch'>

/**
 * Fetches figures again after a push that says that they have changed, at most once in `everyMs` (LIVE L46,
 * L57).
 */
export function useRefetchAfterPush(
  { data, dataUpdatedAt, refetch }: Refetched,
  live: RealtimeAnalyticsView | null,
  everyMs: number,
): void {
  const version = live?.reportsVersion
  const hasData = data !== undefined
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (version === undefined || !hasData) return undefined
    // The first version is that of what has just been fetched.
    shown.current ??= version
    if (shown.current === version) return undefined
    const timer = setTimeout(
      () => {
        shown.current = version
        void refetch()
      },
      Math.max(0, dataUpdatedAt + everyMs - Date.now()),
    )
    return () => clearTimeout(timer)
    // Figures that have just been fetched ask for nothing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [version, hasData, refetch])
}
