import { Activity, CircleAlert, ListChecks, TriangleAlert } from 'lucide-react'
import { Suspense, useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { MonitorStatusView } from '#contract/monitor.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { TIMINGS } from '#contract/limits.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { StatCard } from '#client/ui/StatCard.tsx'
import { AdminDoor } from '#client/features/account/second-factor/AdminDoor.tsx'
import { monitorStatus } from '#client/features/monitor/data/monitor.store.ts'
import { useSnapshot } from '#client/live/use-snapshot.ts'
import { useWatchTopic } from '#client/live/watch.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { lazyComponent } from '#client/ui/lazy-component.ts'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { PageHeading } from '#client/ui/PageHeading.tsx'
import { DeadJobs } from './DeadJobs.tsx'
import { ManualActions } from './ManualActions.tsx'
import { RecentErrors } from './RecentErrors.tsx'
import { TestSystem } from './TestSystem.tsx'

const alertsTab = lazyComponent(async () => (await import('./alerts/AlertsTab.tsx')).AlertsTab)

/** /ai-monitor: errors and their repairs (product section 2). */
export const AiMonitorPage = () => {
  const isAdmin = useViewer()?.isAdmin ?? false
  usePageTitle(TITLES['/ai-monitor'])
  if (!isAdmin) return <Restricted />
  return (
    <AdminDoor>
      <Monitor />
    </AdminDoor>
  )
}

const Restricted = () => (
  <EmptyState
    as="h1"
    mascot="guard"
    title="Access denied. This page is restricted to administrators only."
    action={<ButtonLink to="/">Back to the palace</ButtonLink>}
  />
)

const Monitor = () => {
  const { query, status } = useMonitorStatus()
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') ?? 'errors'
  return (
    <div className="flex flex-col gap-4 p-4">
      <PageHeading title="AI Monitor">
        <ButtonLink size="sm" to="/sewer-map">
          {TITLES['/sewer-map']}
        </ButtonLink>
      </PageHeading>
      {!status && !query.isError && <Loading />}
      {(status || query.isError) && <Banner status={query.isError ? null : status} />}
      {status && <Figures status={status} />}
      {(status || query.isError) && (
        <Tabs
          label="AI monitor"
          current={tab}
          onChange={(key) => setParams({ tab: key }, { replace: true })}
          tabs={[
            {
              key: 'errors',
              label: 'Recent Errors',
              content: <RecentErrors errors={status?.recentErrors ?? null} query={query} />,
            },
            { key: 'test', label: 'Test System', content: <TestSystem /> },
            {
              key: 'actions',
              label: 'Manual Actions',
              content: <ManualActions checks={status?.checks ?? []} />,
            },
            // What the document does not have.
            {
              key: 'alerts',
              label: 'Alerts',
              content: (
                <Suspense fallback={<Skeleton shape="block" height={132} className="mt-4" />}>
                  <alertsTab.Component />
                </Suspense>
              ),
            },
            {
              key: 'jobs',
              label: 'Jobs',
              content: <DeadJobs jobs={status?.deadJobs ?? []} total={status?.totalDeadJobs ?? 0} />,
            },
          ]}
        />
      )}
    </div>
  )
}

const Banner = ({ status }: { status: MonitorStatusView | null }) =>
  status?.status === 'running' ? (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-hairline bg-live-wash p-4 text-live-ink"
    >
      <Activity className="size-5" />
      <span className="me-auto font-semibold">AI Error Monitor is running.</span>
      <span className="text-sm">
        Last update <RelativeTime at={status.lastUpdate} />
      </span>
    </p>
  ) : (
    <p
      role="alert"
      className="flex items-center gap-3 rounded-lg border border-danger bg-danger-wash p-4 text-danger-ink"
    >
      <TriangleAlert className="size-5 shrink-0" />
      AI Error Monitor status unknown. System may not be functioning correctly.
    </p>
  )

const Figures = ({ status }: { status: MonitorStatusView }) => (
  <div className="grid columns-min-9 gap-3">
    <StatCard
      icon={<Activity />}
      label="System Health"
      value={status.health}
      unit="%"
      note="errors that are resolved"
    />
    <StatCard
      icon={<ListChecks />}
      label="Total Errors"
      value={status.totalErrors}
      note="kinds, of the last 30 days"
    />
    <StatCard
      icon={<CircleAlert />}
      label="Unresolved"
      value={status.unresolvedErrors}
      note="wait for somebody"
    />
    <StatCard
      icon={<TriangleAlert />}
      label="Critical"
      value={status.criticalErrors}
      note="of the unresolved"
    />
  </div>
)

const Loading = () => (
  <SkeletonGroup label="Loading the monitor..." className="flex flex-col gap-4">
    <Skeleton shape="block" height={56} />
    <div className="grid columns-min-9 gap-3">
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} shape="block" height={112} />
      ))}
    </div>
    <Skeleton shape="block" height={240} />
  </SkeletonGroup>
)

/** Pushed while the page is open; polled every 10 s without a socket (LIVE L8). */
function useMonitorStatus() {
  const { query, value: status } = useSnapshot(monitorStatus, { pollMs: TIMINGS.monitorPoll })
  const { refetch } = query
  // Fetched once more for changes between the first answer and the first push.
  useWatchTopic(
    'monitor',
    useCallback(() => void refetch(), [refetch]),
  )
  return { query, status }
}
