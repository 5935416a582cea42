import { click, inOrder, says, scenesOf, tab, type, type Scene } from '../scene.ts'

const king = scenesOf('king')
const courtier = scenesOf('courtier')
const dialog: Scene['act'] = (page) => page.getByRole('dialog').waitFor()
const lookAtFirst = inOrder(click(/^Look at/), dialog, says('As it was reported'))
const nextTab: Scene['act'] = (page) => page.getByText(/^Appeals/).click()

const SEAT = 'Revise On the keeping of the seat'

/** Another admin has saved the same decree meanwhile. */
const revisedByAnother: Scene['act'] = async (page) => {
  const found = await page.request.get('/api/blog/posts/on-the-keeping-of-the-seat')
  const { id, excerpt } = (await found.json()) as { id: string; excerpt: string }
  await page.request.patch(`/api/blog/posts/${id}`, {
    data: { excerpt: `${excerpt.replace(/ Still\.$/, '')} Still.` },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
}

/** Where the crown is needed: the dashboard, the figures, the monitor, the archives. */
export const THRONE: readonly Scene[] = [
  king('admin', 'Administration, users', '/admin'),
  king(
    'admin-log-out',
    'Administration, somebody is logged out',
    '/admin',
    inOrder(click(/^Log @.* out everywhere$/), (page) => page.getByRole('alertdialog').waitFor()),
  ),
  king('admin-door', 'Administration, without a second lock', '/admin', { strict: true, tall: true }),
  king('admin-posts', 'Administration, posts', '/admin?tab=posts'),
  king('admin-reports', 'Administration, reports', '/admin?tab=reports'),
  king(
    'admin-report-suspend',
    'Administration, what is done about it',
    '/admin?tab=reports',
    inOrder(lookAtFirst, (page) => page.getByRole('radio', { name: 'Suspend' }).check()),
  ),
  king('admin-appeals', 'Administration, appeals', '/admin?tab=reports', nextTab),
  king('admin-analytics', 'Administration, real-time analytics', '/admin?tab=analytics', { tall: true }),
  king('admin-audit', 'Administration, audit log', '/admin?tab=audit'),
  king('admin-settings', 'Administration, settings', '/admin?tab=settings', { tall: true }),
  king('admin-loading', 'Administration, loading', '/admin', { holds: /\/api\/admin\/users/ }),
  king('admin-failed', 'Administration, a list that does not come', '/admin?tab=posts', {
    fails: '**/api/admin/posts?*',
  }),
  king('analytics', 'Analytics', '/analytics', { tall: true }),
  king('analytics-failed', 'Analytics that do not come', '/analytics', { fails: '**/api/analytics/stats' }),
  courtier('analytics-denied', 'Analytics, without a crown', '/analytics'),
  king('ai-monitor', 'The AI monitor', '/ai-monitor', { tall: true }),
  king('ai-monitor-jobs', 'The AI monitor, dead jobs', '/ai-monitor', tab('Jobs')),
  king('ai-monitor-test', 'The AI monitor, test system', '/ai-monitor', tab('Test System')),
  king('ai-monitor-actions', 'The AI monitor, manual actions', '/ai-monitor', tab('Manual Actions')),
  courtier('ai-monitor-denied', 'The AI monitor, without a crown', '/ai-monitor'),
  king('blog-admin', 'The royal archive', '/blog-admin'),
  courtier('blog-admin-denied', 'The royal archive, without a crown', '/blog-admin'),
  king(
    'decree-new',
    'A new decree, with nothing in it',
    '/blog-admin',
    inOrder(click('Issue Royal Decree'), dialog, click('Issue Decree'), says('Royal content is required')),
  ),
  king(
    'decree-preview',
    'A decree before it is issued',
    '/blog-admin',
    inOrder(click(SEAT), dialog, tab('Preview')),
  ),
  king(
    'decree-conflict',
    'A decree that two have revised',
    '/blog-admin',
    inOrder(
      click(SEAT),
      dialog,
      revisedByAnother,
      type(/^Title/, 'On the keeping of the seat, revised'),
      click('Revise Decree'),
      says(/Somebody else has revised/),
    ),
  ),
]
