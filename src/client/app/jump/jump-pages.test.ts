import { expect, it } from 'vitest'
import { ADMIN_TABS } from '#client/features/admin/dashboard/tabs.ts'
import { pagesNamed } from './jump-pages.ts'

const ADMIN = { isAdmin: true, isModerator: false }
const MEMBER = { isAdmin: false, isModerator: false }
const found = (words: string, viewer: typeof ADMIN | null) => pagesNamed(words, viewer).map(({ to }) => to)

it('finds the pages that no menu has, by each of their names', () => {
  expect(found('sewer', ADMIN)).toEqual(['/sewer-map'])
  expect(found('alerts', ADMIN)).toEqual(['/notifications', '/ai-monitor?tab=alerts'])
  expect(found('notif', MEMBER)).toEqual(['/notifications', '/settings?section=notifications'])
})

it('finds every tab of the dashboard that the person has', () => {
  const tabs = (role: 'admin' | 'moderator') =>
    ADMIN_TABS.filter((tab) => tab.for.includes(role)).map(({ key }) => `/admin?tab=${key}`)
  for (const { label, key } of ADMIN_TABS.filter((tab) => tab.for.includes('admin')))
    expect(found(label.toLowerCase(), ADMIN)).toContain(`/admin?tab=${key}`)
  expect(found('dashboard:', { isAdmin: false, isModerator: true })).toEqual(tabs('moderator'))
  expect(found('dashboard:', ADMIN)).toEqual(tabs('admin'))
})

it('shows nobody the pages of admins, and a visitor no page that needs an account', () => {
  expect(found('sewer', MEMBER)).toEqual([])
  expect(found('dashboard', MEMBER)).toEqual([])
  expect(found('notif', null)).toEqual([])
})
