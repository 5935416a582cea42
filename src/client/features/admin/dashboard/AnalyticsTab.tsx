import { Eye, Globe, MonitorSmartphone, Users } from 'lucide-react'
import { TIMINGS } from '#contract/limits.ts'
import { plural } from '#contract/plural.ts'
import { LiveLog } from '#client/features/analytics/LiveLog.tsx'
import { PerformanceMetrics } from '#client/features/analytics/PerformanceMetrics.tsx'
import { TrafficCharts } from '#client/features/analytics/TrafficCharts.tsx'
import { useRealtime } from '#client/features/analytics/useRealtime.ts'
import { useConnection } from '#client/live/connection.store.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import type { FailedQuery } from '#client/ui/ErrorState.tsx'
import { LOCALE } from '#client/ui/locale.ts'
import { AnalyticsSkeleton } from '#client/features/analytics/AnalyticsSkeleton.tsx'
import { DeviceBreakdown, TopCountries, TopPages } from '#client/features/analytics/AnalyticsPanels.tsx'
import { StatCard } from '#client/ui/StatCard.tsx'
import { WHO_AGREED } from './stat-notes.ts'

/** Live figures: pushed while this is open, polled only without a socket. */
export const AnalyticsTab = () => {
  const live = useConnection(({ status }) => status === 'live')
  const { query, figures } = useRealtime()
  if (!figures && query.isError) return <Unavailable query={query} />
  if (!figures) return <AnalyticsSkeleton />
  return (
    <section aria-labelledby="realtime-title" className="pt-4">
      <div className="flex flex-wrap items-center gap-3 pb-4">
        <h2 id="realtime-title" className="font-display text-xl">
          Real-time Analytics
        </h2>
        <Badge tone={live ? 'live' : 'neutral'} pulse={live}>
          Live Data
        </Badge>
      </div>
      <div className="grid columns-min-10 gap-3">
        <StatCard
          icon={<Users />}
          label="Active Users"
          value={figures.activeUsers}
          note="online now"
          among={WHO_AGREED}
        />
        <StatCard icon={<Eye />} label="Page Views" value={figures.pageViews} note="last 30 min" />
        <StatCard icon={<Globe />} label="Countries" value={figures.countries} note="of active users" />
        <StatCard
          icon={<MonitorSmartphone />}
          label="Devices"
          value={figures.devices.length}
          note={`${plural(figures.devices.length, 'kind')} in use`}
        />
      </div>
      {/* Columns by font size: a media query does not know it. */}
      <div className="grid columns-min-15 gap-3 pt-3">
        <TopPages pages={figures.topPages} />
        <TopCountries countries={figures.topCountries} />
        <DeviceBreakdown devices={figures.devices} />
      </div>
      <div className="grid gap-3 pt-3 *:min-w-0">
        <TrafficCharts minutes={figures.minutes} hours={figures.hours} />
        <div className="grid gap-3 *:min-w-0 md:grid-cols-2">
          <LiveLog log={figures.log} />
          <PerformanceMetrics performance={figures.performance} />
        </div>
      </div>
      <p className="pt-4 text-sm text-ink-faint">
        Auto-refresh every {TIMINGS.fallbackPoll / 1000} seconds · Last updated{' '}
        <time dateTime={figures.updatedAt}>{new Date(figures.updatedAt).toLocaleTimeString(LOCALE)}</time>
      </p>
    </section>
  )
}

/** The document calls it credentials: here, the session of an admin. */
const Unavailable = ({ query }: { query: FailedQuery }) => (
  <ErrorState title="Analytics Unavailable" query={query}>
    Analytics API credentials must be configured. Ours are an admin's session: log in again, or try once more.
  </ErrorState>
)
