import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { TITLES } from '#contract/site.page-titles.ts'
import { adminStats } from '#client/features/admin/data/stats.store.ts'
import { AdminDoor } from '#client/features/account/second-factor/AdminDoor.tsx'
import { useWatchTopic } from '#client/live/watch.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { CountBadge } from '#client/ui/CountBadge.tsx'
import { LinkTabs } from '#client/ui/LinkTabs.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { PageHeading } from '#client/ui/PageHeading.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import { StatStrip } from './StatStrip.tsx'
import { ADMIN_TABS } from './tabs.ts'

/** /admin, the dashboard. The router lets only admins in. */
export const AdminPage = () => (
  <AdminDoor>
    <Dashboard />
  </AdminDoor>
)

const Dashboard = () => {
  usePageTitle(TITLES['/admin'])
  useWatchTopic('admin')
  const [params] = useSearchParams()
  const { key, Content } = ADMIN_TABS.find((tab) => tab.key === params.get('tab')) ?? ADMIN_TABS[0]!
  return (
    <div data-testid="admin-page" className="p-4">
      <PageHeading title="Admin Dashboard" className="pb-4">
        <ButtonLink size="sm" to="/blog-admin">
          Royal Blog
        </ButtonLink>
        <ButtonLink size="sm" variant="ghost" to="/">
          Back to Site
        </ButtonLink>
      </PageHeading>
      <StatStrip />
      <Tabs current={key} />
      <Suspense fallback={<RowsSkeleton label="Loading..." />}>
        <Content key={key} />
      </Suspense>
    </div>
  )
}

const Tabs = ({ current }: { current: string }) => {
  const pending = adminStats.use()?.pendingReports ?? 0
  const tabs = ADMIN_TABS.map(({ key, label }) => ({
    key,
    to: `?tab=${key}`,
    label: key === 'reports' ? <Waiting label={label} pending={pending} /> : label,
  }))
  return <LinkTabs label="Admin" tabs={tabs} current={current} widths={pending} />
}

/** The red badge: reports that wait (product section 2). */
const Waiting = ({ label, pending }: { label: string; pending: number }) => (
  <span className="inline-flex items-center gap-2">
    {label}
    <CountBadge count={pending} cap="wide" tone="danger" label="pending" />
  </span>
)
