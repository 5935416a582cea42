import { useQuery } from '@tanstack/react-query'
import { Eye, FileText, Heart, MessageSquare, Users } from 'lucide-react'
import type { AnalyticsStatsView } from '#contract/analytics.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { fetchStats } from '#client/features/analytics/data/analytics.store.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { AnalyticsSkeleton } from '#client/features/analytics/AnalyticsSkeleton.tsx'
import { inFull } from '#client/ui/Num.tsx'
import { StatCard } from '#client/ui/StatCard.tsx'
import { AdminDoor } from '#client/features/account/second-factor/AdminDoor.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { PageHeading } from '#client/ui/PageHeading.tsx'
import { MostActive, QuickLinks, TopPostsPanel } from './StatsPanels.tsx'
import { PerformanceMetrics } from './PerformanceMetrics.tsx'
import { Funnels } from './report/Funnels.tsx'
import { Retention } from './report/Retention.tsx'
import { TrafficReport } from './report/TrafficReport.tsx'
import { useRealtime } from './useRealtime.ts'

/** How long the figures of all days count as fresh (product section 9). */
const STALE_MS = 5 * 60_000

/** /analytics: all figures (product section 2). */
export const AnalyticsPage = () => {
  const isAdmin = useViewer()?.isAdmin ?? false
  usePageTitle(TITLES['/analytics'])
  if (!isAdmin) return <AccessDenied />
  return (
    <AdminDoor>
      <Figures />
    </AdminDoor>
  )
}

const AccessDenied = () => (
  <EmptyState
    as="h1"
    mascot="guard"
    title="Access Denied - You need admin permissions to view analytics."
    action={
      <ButtonLink to="/" variant="primary">
        Back to Home
      </ButtonLink>
    }
  />
)

const Figures = () => {
  const query = useQuery({
    queryKey: ['/api/analytics/stats'],
    staleTime: STALE_MS,
    queryFn: ({ signal }) => fetchStats(signal),
  })
  return (
    <div className="grid gap-4 p-4 *:min-w-0">
      <PageHeading title={TITLES['/analytics']} />
      {query.isPending && <AnalyticsSkeleton />}
      {query.isError && !query.data && <ErrorState title="Failed to load analytics data" query={query} />}
      {query.data && <Stats stats={query.data} />}
    </div>
  )
}

const Stats = ({ stats }: { stats: AnalyticsStatsView }) => {
  const { figures } = useRealtime()
  // The hours are pushed live; the sum of all days was fetched with the rest.
  const today = Math.max(
    stats.pageViews.today,
    figures?.hours.today.reduce((sum, views) => sum + views, 0) ?? 0,
  )
  return (
    <>
      {/* With an odd number the last one fills the row. */}
      <div className="grid columns-min-9 gap-3 max-sm:[&>:last-child:nth-child(odd)]:col-span-full">
        <StatCard
          icon={<Users />}
          label="Total Users"
          value={stats.totalUsers}
          note={`+${stats.usersToday} today`}
        />
        <StatCard
          icon={<FileText />}
          label="Total Posts"
          value={stats.totalPosts}
          note={`+${stats.postsToday} today`}
        />
        <StatCard
          icon={<Heart />}
          label="Total Reactions"
          value={stats.totalReactions}
          note="on posts that are there"
        />
        <StatCard
          icon={<MessageSquare />}
          label="Total Comments"
          value={stats.totalComments}
          note="on posts that are there"
        />
        <StatCard
          icon={<Eye />}
          label="Page Views"
          value={today}
          note={`today; ${inFull(stats.pageViews.yesterday)} yesterday, ${inFull(Math.max(stats.pageViews.total, today))} in all`}
        />
      </div>
      <TrafficReport live={figures} />
      <div className="grid gap-3 *:min-w-0 md:grid-cols-2">
        <MostActive people={stats.topUsers} />
        <TopPostsPanel posts={stats.topPosts} />
        {figures && <PerformanceMetrics performance={figures.performance} />}
        <QuickLinks />
      </div>
      {/* What the document does not have. */}
      <Funnels live={figures} />
      <Retention live={figures} />
    </>
  )
}
