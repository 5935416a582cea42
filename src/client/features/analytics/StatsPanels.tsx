import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AnalyticsStatsView } from '#contract/analytics.ts'
import { Link } from '#client/ui/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Num } from '#client/ui/Num.tsx'

/** The people with most posts. */
export const MostActive = ({ people }: { people: AnalyticsStatsView['topUsers'] }) => (
  <Panel title="Most Active Users" note="By the posts they have written" empty={people.length === 0}>
    {people.map(({ id, handle, displayName, avatarUrl, postCount }) => (
      <Row key={id} figure={postCount}>
        <Link to={`/u/${handle}`} className="flex min-w-0 items-center gap-3 hover:underline">
          <Avatar name={displayName} seed={handle} src={avatarUrl} size={32} />
          <span className="min-w-0">
            <span className="one-line block font-semibold">{displayName}</span>
            <span className="one-line block text-ink-soft">@{handle}</span>
          </span>
        </Link>
      </Row>
    ))}
  </Panel>
)

/** Which posts were opened most today. */
export const TopPostsPanel = ({ posts }: { posts: AnalyticsStatsView['topPosts'] }) => (
  <Panel title="Top Posts" note="Opened most today" empty={posts.length === 0}>
    {posts.map(({ id, text, handle, views }) => (
      <Row key={id} figure={views}>
        <Link to={`/p/${id}`} className="block min-w-0 hover:underline">
          <span className="one-line block" dir="auto">
            {text}
          </span>
          <span className="one-line block text-ink-soft">@{handle}</span>
        </Link>
      </Row>
    ))}
  </Panel>
)

const LINKS = [
  ['/admin', 'Admin Dashboard'],
  ['/admin?tab=analytics', 'Real-time Analytics'],
  ['/blog-admin', 'Royal Blog'],
  ['/ai-monitor', 'AI Monitor'],
] as const

export const QuickLinks = () => (
  <Card title="Quick Links">
    <ul className="grid gap-1">
      {LINKS.map(([to, label]) => (
        <li key={to}>
          <Link
            to={to}
            className="flex min-h-11 items-center justify-between gap-3 rounded-md px-2 hover:bg-wash"
          >
            {label}
            <ChevronRight className="size-4 text-ink-faint" />
          </Link>
        </li>
      ))}
    </ul>
  </Card>
)

const Panel = ({
  title,
  note,
  empty,
  children,
}: {
  title: string
  note: string
  empty: boolean
  children: ReactNode
}) => (
  <Card title={title}>
    <p className="pb-3 text-sm text-ink-soft">{note}</p>
    {empty ? (
      <p className="text-sm text-ink-faint">No data yet</p>
    ) : (
      <ul className="grid gap-3 *:min-w-0">{children}</ul>
    )}
  </Card>
)

const Row = ({ figure, children }: { figure: number; children: ReactNode }) => (
  <li className="flex items-center justify-between gap-3 text-sm">
    <span className="min-w-0 flex-1">{children}</span>
    <Num value={figure} />
  </li>
)
