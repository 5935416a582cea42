import { useQuery } from '@tanstack/react-query'
import { Eye, Globe, MonitorSmartphone, Users } from 'lucide-react'
import { TEMPO } from '#contract/limits.ts'
import { fetchRealtime, takeSnapshot, useAnalytics } from '#client/entities/analytics/analytics.store.ts'
import '#client/entities/analytics/analytics.live.ts'
import { useConnection } from '#client/live/connection.store.ts'
import { useWatchTopic } from '#client/live/watch.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { AnalyticsSkeleton } from './AnalyticsSkeleton.tsx'
import { DeviceBreakdown, TopCountries, TopPages } from './AnalyticsPanels.tsx'
import { StatCard } from './StatCard.tsx'

/** What is going on right now: pushed while this is open, at most once a second; polled only without a socket (LIVE L8, L15). */
export const AnalyticsTab = () => {
  useWatchTopic('analytics')
  const live = useConnection(({ status }) => status === 'live')
  const first = useQuery({
    queryKey: ['/api/admin/analytics/realtime'],
    staleTime: 0,
    queryFn: async () => {
      takeSnapshot(await fetchRealtime())
      return true
    },
  })
  const figures = useAnalytics(({ snapshot }) => snapshot)
  if (!figures && first.isError) return <ErrorState title="Failed to load analytics data" onRetry={() => void first.refetch()} retrying={first.isFetching} />
  if (!figures) return <AnalyticsSkeleton />
  return (
    <section aria-labelledby="realtime-title" className="pt-4">
      <div className="flex items-center gap-3 pb-4">
        <h2 id="realtime-title" className="font-display text-xl">
          Real-time Analytics
        </h2>
        <Badge tone={live ? 'live' : 'neutral'} pulse={live}>
          Live Data
        </Badge>
      </div>
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        <StatCard icon={<Users />} label="Active Users" value={figures.activeUsers} note="online now" />
        <StatCard icon={<Eye />} label="Page Views" value={figures.pageViews} note="last 30 min" />
        <StatCard icon={<Globe />} label="Countries" value={figures.countries} note="of active users" />
        <StatCard icon={<MonitorSmartphone />} label="Devices" value={figures.devices.length} note="kinds in use" />
      </div>
      <div className="grid gap-3 pt-3 md:grid-cols-2 xl:grid-cols-3">
        <TopPages pages={figures.topPages} />
        <TopCountries countries={figures.topCountries} />
        <DeviceBreakdown devices={figures.devices} />
      </div>
      <p className="pt-4 text-sm text-ink-faint">
        Auto-refresh every {TEMPO.fallbackPoll / 1000} seconds · Last updated <time dateTime={figures.updatedAt}>{new Date(figures.updatedAt).toLocaleTimeString()}</time>
      </p>
    </section>
  )
}
