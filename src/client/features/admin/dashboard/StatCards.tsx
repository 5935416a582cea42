import { useQuery } from '@tanstack/react-query'
import { Activity, FileText, Flag, Search, ShieldCheck, Users } from 'lucide-react'
import { adminStats } from '#client/features/admin/data/stats.store.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { StatCard } from '#client/ui/StatCard.tsx'
import { WHO_AGREED } from './stat-notes.ts'

const GRID = 'grid grid-cols-2 gap-3 pb-4 md:grid-cols-3'

/** The six figures above the tabs (product section 2), pushed while they are on screen. */
export const StatCards = () => {
  const first = useQuery({
    queryKey: ['admin', 'stats'],
    staleTime: 0,
    queryFn: ({ signal }) => adminStats.load(signal),
  })
  const stats = adminStats.use()
  if (!stats && first.isError)
    return (
      <ErrorState
        title="Failed to load the figures"
        onRetry={() => void first.refetch()}
        retrying={first.isFetching}
      />
    )
  if (!stats) return <CardsSkeleton />
  return (
    <section aria-label="Summary" className={GRID}>
      <StatCard
        icon={<Users />}
        label="Total Users"
        value={stats.totalUsers}
        note={`+${stats.newUsersToday} new today`}
      />
      <StatCard
        icon={<FileText />}
        label="Total Posts"
        value={stats.totalPosts}
        note={`+${stats.newPostsToday} new today`}
      />
      <StatCard
        icon={<Flag />}
        label="Total Reports"
        value={stats.totalReports}
        note={`${stats.pendingReports} pending`}
      />
      <StatCard
        icon={<Activity />}
        label="Active Users"
        value={stats.activeUsers}
        note="last 15 minutes"
        among={WHO_AGREED}
      />
      <StatCard
        icon={<ShieldCheck />}
        label="Anti Asshole"
        value={stats.protection ? 'Active' : 'Off'}
        note="puzzle verification"
      />
      <StatCard
        icon={<Search />}
        label="SEO Score"
        value={`${stats.seoScore}%`}
        note="share of public pages in order"
      />
    </section>
  )
}

const CardsSkeleton = () => (
  <SkeletonGroup label="Loading the figures..." className={GRID}>
    {[1, 2, 3, 4, 5, 6].map((card) => (
      <Skeleton key={card} shape="block" height={112} />
    ))}
  </SkeletonGroup>
)
