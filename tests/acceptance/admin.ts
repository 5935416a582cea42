import type { Page } from 'playwright'
import { breaks, click, opens, unpushed, type Row, type Screen, type Stage } from './list.ts'

const HEAD: Row[] = [
  ['heading', 'Admin Dashboard'],
  ['link', 'Royal Blog', '/blog-admin'],
  ['link', 'Back to Site', '/'],
]
const CARDS: Row[] = [
  'Total Users',
  'Total Posts',
  'Total Reports',
  'Active Users',
  'Anti Asshole',
  'SEO Score',
].map((label): Row => ['text', label])
const STATS = '**/api/admin/stats'
const TABS: Row[] = [
  ['link', 'Users'],
  ['link', 'Posts'],
  ['link', 'Analytics'],
  ['link', 'Audit log'],
]

/** Types what is looked for, and waits until the list's answer to it is there. */
const search = async (page: Page, label: string, text: string) => {
  const answered = page.waitForResponse((answer) => answer.url().includes(`=${text}`))
  await page.getByLabel(label).fill(text)
  await answered
}
/**
 * Narrows the list to Bob's row: until the others are gone, a click may meet a row that is about to be drawn
 * anew.
 */
const findBob = async (page: Page, { bob, admin }: Stage) => {
  await search(page, 'Search by handle, display name or email', bob.handle)
  await page
    .getByRole('row')
    .filter({ hasText: `@${admin.handle}` })
    .waitFor({ state: 'hidden' })
}
const findDrop = (page: Page) => search(page, 'Search posts', 'lookout')
const inRow =
  (kind: 'switch' | 'button', name: RegExp | string) =>
  (page: Page, { bob }: Stage) =>
    page
      .getByRole('row')
      .filter({ hasText: `@${bob.handle}` })
      .first()
      .getByRole(kind, { name })
      .click()
const failing = (calls: string, tab: string, ...acts: Parameters<typeof opens>[2][]) =>
  opens('admin', `/admin?tab=${tab}`, breaks(calls), ...acts)

const dashboard: Screen = {
  screen: 'Admin dashboard (/admin)',
  states: [
    {
      state: 'not an admin',
      bring: opens('newcomer', '/admin'),
      rows: [
        ['toast', 'Access Denied'],
        ['toast', "You don't have admin privileges."],
      ],
    },
    { state: 'signed out', bring: opens('visitor', '/admin'), rows: [['toast', 'Access Denied']] },
    {
      state: 'users',
      bring: opens('admin', '/admin'),
      rows: [
        ['title', 'Admin Dashboard - Royal Flush'],
        ...HEAD,
        ...CARDS,
        ...TABS,
        ['text', 'last 15 minutes'],
        ['field', 'Search by handle, display name or email'],
      ],
    },
    {
      state: 'nobody found',
      bring: opens('admin', '/admin', (page) =>
        page.getByLabel('Search by handle, display name or email').fill('nobody_at_all'),
      ),
      rows: [['heading', 'No users found']],
    },
    {
      state: 'a crown',
      bring: opens('admin', '/admin', findBob, inRow('switch', /is an admin/), click('Crown')),
      rows: [['toast', 'Admin status updated']],
    },
    {
      state: 'the crown back',
      bring: opens('admin', '/admin', findBob, inRow('switch', /is an admin/)),
      rows: [['toast', 'Admin status updated']],
    },
    {
      state: 'a crown that fails',
      bring: failing(
        '**/api/admin/users/*/admin',
        'users',
        findBob,
        inRow('switch', /is an admin/),
        click('Crown'),
      ),
      rows: [
        ['toast', 'Error'],
        ['toast', 'Failed to update admin status'],
      ],
    },
    {
      state: 'a deletion that fails',
      bring: failing('**/api/admin/users/*', 'users', findBob, inRow('button', /^Delete/), click('Delete')),
      rows: [
        ['toast', 'Error'],
        ['toast', 'Failed to delete user'],
      ],
    },
    {
      state: 'a question before somebody is logged out',
      bring: opens('admin', '/admin', findBob, inRow('button', /^Log .* out everywhere$/)),
      rows: [
        ['text', 'Every session of theirs ends at once. They can log in again.'],
        ['button', 'Log out'],
      ],
    },
    {
      state: 'a log-out that fails',
      bring: failing(
        '**/api/admin/users/*/sessions',
        'users',
        findBob,
        inRow('button', /^Log .* out everywhere$/),
        click('Log out'),
      ),
      rows: [
        ['toast', 'Error'],
        ['toast', 'Failed to end the sessions'],
      ],
    },
    {
      state: 'no post found',
      bring: opens('admin', '/admin?tab=posts', (page) =>
        page.getByLabel('Search posts').fill('nothing_of_the_kind'),
      ),
      rows: [['heading', 'No posts found']],
    },
    {
      state: 'a mark',
      bring: opens('admin', '/admin?tab=posts', findDrop, inRow('switch', /NSFW/)),
      rows: [['toast', 'NSFW status updated']],
    },
    {
      state: 'a mark that fails',
      bring: failing('**/api/admin/posts/*/nsfw', 'posts', findDrop, inRow('switch', /NSFW/)),
      rows: [
        ['toast', 'Error'],
        ['toast', 'Failed to update NSFW status'],
      ],
    },
    {
      state: 'a post that could not be deleted',
      bring: failing('**/api/admin/posts/*', 'posts', findDrop, inRow('button', /^Delete/), click('Delete')),
      rows: [
        ['toast', 'Error'],
        ['toast', 'Failed to delete post'],
      ],
    },
    {
      state: 'reports',
      bring: opens('admin', '/admin?tab=reports'),
      rows: [
        ['text', 'Harassment'],
        ['text', 'pending'],
        ['button', 'Resolve'],
        ['button', 'Dismiss'],
      ],
    },
    {
      state: 'a report that could not be closed',
      bring: failing('**/api/admin/reports/*', 'reports', inRow('button', 'Resolve')),
      rows: [
        ['toast', 'Error'],
        ['toast', 'Failed to update report'],
      ],
    },
    {
      state: 'a closed report',
      bring: opens('admin', '/admin?tab=reports', inRow('button', 'Dismiss')),
      rows: [['toast', 'Report updated']],
    },
    {
      state: 'figures that are on their way',
      bring: unpushed('/admin?tab=audit', (page) => page.route(STATS, () => undefined)),
      rows: [['loading', 'Loading the figures...']],
    },
    {
      state: 'figures that could not be had',
      bring: unpushed('/admin?tab=audit', (page) =>
        page.route(STATS, (route) => route.fulfill({ status: 400, body: '' })),
      ),
      rows: [['heading', 'Failed to load the figures']],
    },
  ],
}

/** The screens of section 2, Admin dashboard, and the admin lines of section 8. */
export const ADMIN: readonly Screen[] = [dashboard]
