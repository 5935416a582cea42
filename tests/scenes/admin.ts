import type { Page } from 'playwright'
import { notAnEntry } from '#contract/admin.blocks.constants.ts'
import { MESSAGES } from '#contract/errors.ts'
import type { SecondFactorView } from '#contract/account.second-factor.ts'
import type { NewInvitationView } from '#contract/account.sign-up.ts'
import {
  answer,
  click,
  REASON,
  refuseWrites,
  fill,
  inOrder,
  press,
  waitForRole,
  waitForText,
  type Act,
} from './acts.ts'
import { each, type Row, type Screen } from './scene.ts'

const SEARCH_PEOPLE = 'Search by handle, display name or email'
const STATS = '**/api/admin/stats'

/** Types a query, and waits for its answer. */
const search = async (page: Page, label: string, text: string) => {
  const answered = page.waitForResponse((response) => response.url().includes(`=${text}`))
  await page.getByLabel(label).fill(text)
  await answered
}
/** Filters the list to Bob's row. A click before that could hit a row that is being rendered again. */
const findBob: Act = async (page, { bob, admin }) => {
  await search(page, SEARCH_PEOPLE, bob.handle)
  await page
    .getByRole('row')
    .filter({ hasText: `@${admin.handle}` })
    .waitFor({ state: 'hidden' })
}
const findPost: Act = (page, { word }) => search(page, 'Search posts', word)
const inBobsRow =
  (role: 'switch' | 'button', name: RegExp | string): Act =>
  (page, { bob }) =>
    page
      .getByRole('row')
      .filter({ hasText: `@${bob.handle}` })
      .first()
      .getByRole(role, { name })
      .click()
const error = (message: string): Row[] => each('toast', 'Error', message, REASON)

const dashboard: Screen = {
  screen: 'Admin dashboard (/admin)',
  who: 'admin',
  path: '/admin',
  slow: true,
  scenes: [
    {
      state: 'without admin rights',
      who: 'newcomer',
      texts: each('toast', 'Access Denied', "You don't have admin privileges."),
    },
    { state: 'signed out', who: 'visitor', texts: [['toast', 'Access Denied']] },
    {
      state: 'users',
      axe: 'page',
      picture: 'admin',
      texts: [
        ['title', 'Admin Dashboard - Royal Flush'],
        ['heading', 'Admin Dashboard'],
        ['link', 'Royal Blog', '/blog-admin'],
        ['link', 'Back to Site', '/'],
        ...each('text', 'Total Users', 'Total Posts', 'Total Reports', 'Active Users'),
        ...each('text', 'Anti Asshole', 'SEO Score', 'last 15 minutes'),
        ...each('link', 'Users', 'Posts', 'Analytics', 'Audit log'),
        ['field', SEARCH_PEOPLE],
      ],
    },
    {
      state: 'nobody found',
      stays: true,
      acts: [fill(SEARCH_PEOPLE, 'nobody_at_all')],
      texts: [['heading', 'No users found']],
    },
    {
      state: 'somebody becomes an admin',
      stays: true,
      acts: [findBob, inBobsRow('switch', /is an admin/), click('Crown')],
      texts: [['toast', 'Admin status updated']],
    },
    {
      state: 'a deletion that fails',
      stays: true,
      acts: [refuseWrites('**/api/admin/users/*'), inBobsRow('button', /^Delete/), click('Delete')],
      texts: error('Failed to delete user'),
    },
    {
      state: 'somebody is no admin any more',
      stays: true,
      acts: [inBobsRow('switch', /is an admin/)],
      texts: [['toast', 'Admin status updated']],
    },
    {
      state: 'an admin status that fails',
      stays: true,
      acts: [refuseWrites('**/api/admin/users/*/admin'), inBobsRow('switch', /is an admin/), click('Crown')],
      texts: error('Failed to update admin status'),
    },
    {
      state: 'a question before somebody is logged out',
      stays: true,
      acts: [inBobsRow('button', /^Log .* out everywhere$/)],
      texts: [
        ['text', 'All their sessions end now. They can log in again.'],
        ['button', 'Log out'],
      ],
    },
    {
      state: 'a log-out that fails',
      stays: true,
      acts: [refuseWrites('**/api/admin/users/*/sessions'), click('Log out')],
      texts: error('Failed to end the sessions'),
    },
    {
      state: 'the question before a log-out',
      acts: [click(/^Log @.* out everywhere$/), waitForRole('alertdialog')],
      picture: 'admin-log-out',
    },
    { state: 'users, loading', holds: /\/api\/admin\/users/, picture: 'admin-loading' },
    {
      state: 'an admin without the required second factor',
      prepare: answer('**/api/auth/second-factor', {
        totp: null,
        passkeys: [],
        recoveryCodes: 0,
        required: true,
        used: false,
      } satisfies SecondFactorView),
      texts: [
        ['heading', 'Two locks to the throne room'],
        ['text', MESSAGES.secondFactorFirst],
        ['button', 'Set up app'],
      ],
    },
    {
      state: 'figures, loading',
      path: '/admin?tab=audit',
      withoutSocket: true,
      holds: STATS,
      texts: [['loading', 'Loading the figures...']],
    },
    {
      state: 'figures that fail to load',
      path: '/admin?tab=audit',
      withoutSocket: true,
      fails: STATS,
      texts: [['heading', 'Failed to load the figures']],
    },
    { state: 'audit log', path: '/admin?tab=audit', axe: 'page', picture: 'admin-audit' },
  ],
}

const posts: Screen = {
  screen: 'Admin dashboard, posts tab',
  who: 'admin',
  path: '/admin?tab=posts',
  slow: true,
  scenes: [
    { state: 'as it opens', axe: 'page', picture: 'admin-posts' },
    {
      state: 'no post found',
      stays: true,
      acts: [fill('Search posts', 'nothing_of_the_kind')],
      texts: [['heading', 'No posts found']],
    },
    {
      state: 'a post is marked',
      stays: true,
      acts: [findPost, inBobsRow('switch', /NSFW/)],
      texts: [['toast', 'NSFW status updated']],
    },
    {
      state: 'a mark that fails',
      stays: true,
      acts: [refuseWrites('**/api/admin/posts/*/nsfw'), inBobsRow('switch', /NSFW/)],
      texts: error('Failed to update NSFW status'),
    },
    {
      state: 'a deletion that fails',
      stays: true,
      acts: [refuseWrites('**/api/admin/posts/*'), inBobsRow('button', /^Delete/), click('Delete')],
      texts: error('Failed to delete post'),
    },
    { state: 'a list that fails to load', fails: '**/api/admin/posts?*', picture: 'admin-failed' },
  ],
}

const openFirstReport = inOrder(click(/^Look at/), waitForRole('dialog'), waitForText('As it was reported'))

const reports: Screen = {
  screen: 'Admin dashboard, reports tab',
  who: 'admin',
  path: '/admin?tab=reports',
  slow: true,
  scenes: [
    {
      state: 'as it opens',
      axe: 'page',
      picture: 'admin-reports',
      texts: each('text', 'Harassment', 'pending', 'Resolve', 'Dismiss'),
    },
    { state: 'a report', stays: true, acts: [openFirstReport], axe: 'dialog' },
    {
      state: 'a report that cannot be closed',
      stays: true,
      acts: [press('Escape'), refuseWrites('**/api/admin/reports/*'), inBobsRow('button', 'Resolve')],
      texts: error('Failed to update report'),
    },
    {
      state: 'a closed report',
      stays: true,
      acts: [inBobsRow('button', 'Dismiss')],
      texts: [['toast', 'Report updated']],
    },
    {
      state: 'a decision about a report',
      acts: [openFirstReport, (page) => page.getByRole('radio', { name: 'Suspend' }).check()],
      picture: 'admin-report-suspend',
    },
    {
      state: 'appeals',
      acts: [(page) => page.getByText(/^Appeals/).click()],
      picture: 'admin-appeals',
    },
  ],
}

/** Shows on the admin's own page alone: the other tests would see a real one. */
const announced = answer('**/api/admin/announcement', {
  text: 'The pipes are flushed on Sunday from 9 to 10. Ask @plumber, or read https://status.royal.example/pipes',
  rev: 1_000,
})

/** Not a real one: the list of the other pictures stays empty. */
const invited: Act = (page) =>
  page.route('**/api/admin/invitations', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 201, json: INVITATION }),
  )
const INVITATION: NewInvitationView = {
  token: 'k3ePsT0nE-'.repeat(4).concat('abc'),
  invitation: {
    id: '64f000000000000000000001',
    note: 'For the organist',
    maxUses: 1,
    used: 0,
    people: [],
    createdAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 7 * 24 * 3600_000).toISOString(),
    revokedAt: null,
    rev: 1,
  },
}

/** Does not really switch it on: the other tests write at the same time. */
const protectionOn = answer('**/api/admin/anti-asshole/*', { enabled: true, rev: 1 })
const failing = (call: string, button: string) => [refuseWrites(`**/api/admin/${call}`), click(button)]

const settings: Screen = {
  screen: 'Admin dashboard, settings tab',
  who: 'admin',
  path: '/admin?tab=settings',
  slow: true,
  scenes: [
    {
      state: 'as it opens',
      axe: 'page',
      picture: 'admin-settings',
      tall: true,
      texts: [
        ...each('button', 'Refresh SEO Metadata', 'Sync Analytics Data'),
        ...each('button', 'Save Name', 'Save Announcement', 'Remove Announcement'),
        ...each('button', 'Save Sign-up', 'Create Invitation', 'Save Blocks'),
        ...each('button', 'Enable Protection', 'Disable Protection'),
        ...each('button', 'Export User Data', 'Export Post Data', 'Generate Analytics Report'),
      ],
    },
    {
      state: 'SEO data refreshed',
      stays: true,
      acts: [click('Refresh SEO Metadata')],
      texts: [['toast', 'SEO Refreshed']],
    },
    {
      state: 'SEO data that cannot be refreshed',
      stays: true,
      acts: failing('seo-refresh', 'Refresh SEO Metadata'),
      texts: error('Failed to refresh SEO'),
    },
    {
      state: 'analytics synchronised',
      stays: true,
      acts: [click('Sync Analytics Data')],
      texts: [['toast', 'Google Analytics Refreshed']],
    },
    {
      state: 'analytics that cannot be synchronised',
      stays: true,
      acts: failing('google-refresh', 'Sync Analytics Data'),
      texts: error('Failed to refresh Google Analytics'),
    },
    {
      state: 'a name that cannot be saved',
      acts: [
        refuseWrites('**/api/admin/house-name'),
        fill('Name on every page', 'Porcelain Palace'),
        click('Save Name'),
      ],
      texts: error('Failed to save the name'),
    },
    {
      state: 'an announcement',
      acts: [announced, fill('Text on every page', 'The pipes are flushed'), click('Save Announcement')],
      axe: 'page',
      picture: 'announcement',
      texts: [['toast', 'Announcement Saved'], ...each('button', 'Close the announcement')],
    },
    {
      state: 'an announcement that cannot be saved',
      acts: [
        refuseWrites('**/api/admin/announcement'),
        fill('Text on every page', 'The pipes are flushed'),
        click('Save Announcement'),
      ],
      texts: error('Failed to save the announcement'),
    },
    {
      state: 'an invitation',
      acts: [invited, fill('Note (optional)', 'For the organist'), click('Create Invitation')],
      axe: 'page',
      picture: 'invitation',
      texts: [
        ['toast', 'Invitation Created'],
        ...each('button', 'Copy Link', 'Revoke the invitation: For the organist'),
      ],
    },
    {
      state: 'an invitation that cannot be made',
      acts: failing('invitations', 'Create Invitation'),
      texts: error('Failed to create the invitation'),
    },
    {
      state: 'a list with an entry that is none',
      acts: [fill('Mail domains', 'trash.example\nlocalhost'), click('Save Blocks')],
      axe: 'page',
      picture: 'blocks',
      texts: [['text', notAnEntry('mailDomains', 'localhost')]],
    },
    {
      state: 'lists that cannot be saved',
      acts: [refuseWrites('**/api/admin/blocks'), fill('Refused words', 'plunger'), click('Save Blocks')],
      texts: error('Failed to save the blocks'),
    },
    {
      state: 'protection switched on',
      stays: true,
      acts: [protectionOn, click('Enable Protection')],
      texts: [['toast', 'Anti-Asshole Updated']],
    },
    {
      state: 'protection that cannot be switched on',
      acts: failing('anti-asshole/*', 'Enable Protection'),
      texts: error('Failed to enable Anti-Asshole system'),
    },
    {
      state: 'an export',
      stays: true,
      acts: [click('Export User Data')],
      texts: [['toast', 'Database Action export-users completed successfully']],
    },
    {
      state: 'an export that fails',
      stays: true,
      acts: failing('database/*', 'Export Post Data'),
      texts: error('Failed to export-posts'),
    },
    {
      state: 'a report that fails',
      stays: true,
      acts: failing('database/*', 'Generate Analytics Report'),
      texts: error('Failed to analytics-report'),
    },
  ],
}

const moderation: Screen = {
  screen: 'Dashboard of a moderator',
  who: 'moderator',
  path: '/admin',
  slow: true,
  scenes: [
    {
      state: 'reports',
      axe: 'page',
      texts: [
        ['heading', 'Moderation'],
        ...each('link', 'Posts', 'Review queue'),
        ['link', 'Back to Site', '/'],
      ],
    },
    { state: 'the review queue', path: '/admin?tab=queue', axe: 'page', picture: 'moderator-queue' },
  ],
}

export const ADMIN: readonly Screen[] = [dashboard, posts, reports, settings, moderation]
