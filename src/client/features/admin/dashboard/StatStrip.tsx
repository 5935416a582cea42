import { adminStats } from '#client/features/admin/data/stats.store.ts'
import { useSnapshot } from '#client/live/use-snapshot.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Num } from '#client/ui/Num.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { WHO_AGREED } from './stat-notes.ts'

/** The six figures above the tabs (product section 2), pushed while they are on screen. */
export const StatStrip = () => {
  const { query, value: stats } = useSnapshot(adminStats)
  if (!stats && query.isError) return <ErrorState title="Failed to load the figures" query={query} />
  if (!stats) return <SkeletonGroup label="Loading the figures..." className="pb-4" blocks={[64]} />
  return (
    // Lines between the figures, wherever they wrap: each has its own, and the outermost ones are cut off.
    <section
      aria-label="Summary"
      className="relative mb-4 grid grid-cols-2 overflow-hidden rounded-lg border border-hairline bg-surface md:grid-cols-3 xl:flex"
    >
      <Figure label="Total Users" value={stats.totalUsers} note={`+${stats.newUsersToday} new today`} />
      <Figure label="Total Posts" value={stats.totalPosts} note={`+${stats.newPostsToday} new today`} />
      <Figure label="Total Reports" value={stats.totalReports} note={`${stats.pendingReports} pending`} />
      <Figure label="Active Users" value={stats.activeUsers} note="last 15 minutes" among={WHO_AGREED} />
      <Figure label="Anti Asshole" value={stats.protection ? 'Active' : 'Off'} note="puzzle verification" />
      <Figure label="SEO Score" value={`${stats.seoScore}%`} note="of public pages" />
    </section>
  )
}

interface FigureProps {
  label: string
  value: number | string
  /** What the figure counts. */
  note: string
  /** The population of the figure, where it is not everybody. */
  among?: string
}

const Figure = ({ label, value, note, among }: FigureProps) => (
  <div
    className="-ms-px -mt-px flex h-16 grow flex-col justify-center border-s border-t border-hairline px-3 whitespace-nowrap"
    data-tooltip={among && `${note}, ${among}`}
  >
    <p className="text-xs text-ink-soft">{label}</p>
    <p className="flex items-baseline gap-1.5 leading-6">
      <span className="text-lg font-semibold">
        {typeof value === 'number' ? <Num value={value} compact={false} /> : value}
      </span>
      <span className="text-xs text-ink-faint">{note}</span>
      {among && <span className="sr-only">{among}</span>}
    </p>
  </div>
)
