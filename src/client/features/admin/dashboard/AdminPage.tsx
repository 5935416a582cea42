import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { TITLES } from '#contract/site.page-titles.ts'
import { useViewer, useViewerStore } from '#client/features/account/data/viewer/viewer.store.ts'
import { AdminDoor } from '#client/features/account/second-factor/AdminDoor.tsx'
import { useWatchTopic } from '#client/live/watch.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { CountBadge } from '#client/ui/CountBadge.tsx'
import { LinkTabs } from '#client/ui/LinkTabs.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { PageHeading } from '#client/ui/PageHeading.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import { StatStrip } from './StatStrip.tsx'
import { ADMIN_TABS, type AdminTab } from './tabs.ts'

/** /admin, the dashboard. The router lets only admins and moderators in. */
export const AdminPage = () => (
  <AdminDoor>
    <Dashboard />
  </AdminDoor>
)

const Dashboard = () => {
  usePageTitle(TITLES['/admin'])
  const isAdmin = useViewer()?.isAdmin ?? false
  useWatchTopic(isAdmin ? 'admin' : 'moderation')
  const [params] = useSearchParams()
  const tabs = ADMIN_TABS.filter((tab) => tab.for.includes(isAdmin ? 'admin' : 'moderator'))
  const first = isAdmin ? 'users' : 'reports'
  const { key, Content } =
    tabs.find((tab) => tab.key === params.get('tab')) ?? tabs.find((tab) => tab.key === first)!
  return (
    <div data-testid="admin-page" className="p-4">
      <PageHeading title={isAdmin ? 'Admin Dashboard' : 'Moderation'} className="pb-4">
        {isAdmin && (
          <ButtonLink size="sm" to="/blog-admin">
            Royal Blog
          </ButtonLink>
        )}
        <ButtonLink size="sm" variant="ghost" to="/">
          Back to Site
        </ButtonLink>
      </PageHeading>
      {isAdmin && <StatStrip />}
      <Tabs of={tabs} current={key} />
      <Suspense fallback={<RowsSkeleton label="Loading..." />}>
        <Content key={key} />
      </Suspense>
    </div>
  )
}

const Tabs = ({ of, current }: { of: readonly AdminTab[]; current: string }) => {
  const pending = useViewerStore((state) => state.pending?.reports ?? 0)
  const tabs = of.map(({ key, label }) => ({
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
