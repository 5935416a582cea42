import { useSearchParams } from 'react-router-dom'
import { TITLES } from '#contract/page-titles.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { LinkTabs } from '#client/ui/LinkTabs.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { AnalyticsTab } from './AnalyticsTab.tsx'

const TABS = [{ key: 'analytics', label: 'Analytics', to: '?tab=analytics' }] as const

/** /admin: the house's own view of itself. Who is not an admin never gets here (the router's guard). */
export const AdminPage = () => {
  usePageTitle(TITLES['/admin'])
  const [params] = useSearchParams()
  const current = TABS.find(({ key }) => key === params.get('tab'))?.key ?? 'analytics'
  return (
    <div data-testid="admin-page" className="p-4">
      <header className="flex flex-wrap items-center gap-2 pb-4">
        <h1 className="me-auto font-display text-2xl" tabIndex={-1}>
          Admin Dashboard
        </h1>
        <ButtonLink size="sm" to="/blog-admin">
          Royal Blog
        </ButtonLink>
        <ButtonLink size="sm" variant="ghost" to="/">
          Back to Site
        </ButtonLink>
      </header>
      <LinkTabs label="Admin" tabs={TABS} current={current} />
      <AnalyticsTab />
    </div>
  )
}
