import { answer, click } from './acts.ts'
import { each, type Screen } from './scene.ts'

const REALTIME = '**/api/admin/analytics/realtime'
const STATS = '**/api/analytics/stats'
const REPORT = '**/api/analytics/report?*'
const RETENTION = '**/api/analytics/retention'
const FUNNELS = '**/api/analytics/funnels?*'
const SHARED = '**/api/analytics/shared?*'

/** The figures of a site without visitors. */
const nothing = {
  activeUsers: 0,
  pageViews: 0,
  topPages: [],
  topCountries: [],
  countries: 0,
  devices: [],
  minutes: { from: new Date().toISOString(), views: Array<number>(30).fill(0) },
  hours: { today: [0], yesterday: Array<number>(24).fill(0) },
  log: [],
  performance: { responses: null, delivery: null, eventLoop: 0, sockets: 0, memory: 1 },
  // Later than what is pushed.
  updatedAt: '2999-01-01T00:00:00.000Z',
}

const realtime: Screen = {
  screen: 'Real-time analytics (/admin, analytics tab)',
  who: 'admin',
  path: '/admin?tab=analytics',
  slow: true,
  scenes: [
    {
      state: 'loading',
      withoutSocket: true,
      holds: REALTIME,
      texts: [['loading', 'Loading analytics...']],
    },
    {
      state: 'figures that fail to load',
      withoutSocket: true,
      fails: REALTIME,
      texts: [['heading', 'Analytics Unavailable']],
    },
    {
      state: 'with figures',
      axe: 'page',
      picture: 'admin-analytics',
      tall: true,
      texts: [
        ...each('heading', 'Real-time Analytics', 'Top Pages', 'Top Countries', 'Device Breakdown'),
        ...each('heading', 'Last 30 minutes', 'Today against yesterday', 'Live Event Log'),
        ['heading', 'Performance Metrics'],
        ...each('text', 'Live Data', 'Active Users', 'online now', 'Page Views', 'last 30 min'),
        ...each('text', 'Countries', 'Devices', 'Socket delivery'),
      ],
    },
    {
      state: 'without visitors',
      prepare: answer(REALTIME, nothing),
      texts: each(
        'text',
        'No page view data available',
        'No country data available',
        'No device data available',
      ),
    },
  ],
}

const analytics: Screen = {
  screen: 'Admin analytics page (/analytics)',
  who: 'admin',
  path: '/analytics',
  slow: true,
  scenes: [
    {
      state: 'without admin rights',
      who: 'newcomer',
      axe: 'page',
      picture: 'analytics-denied',
      texts: [
        ['heading', 'Access Denied - You need admin permissions to view analytics.'],
        ['link', 'Back to Home', '/'],
      ],
    },
    { state: 'loading', holds: STATS, texts: [['loading', 'Loading analytics...']] },
    {
      state: 'figures that fail to load',
      fails: STATS,
      picture: 'analytics-failed',
      texts: [['heading', 'Failed to load analytics data']],
    },
    {
      state: 'with figures',
      axe: 'page',
      picture: 'analytics',
      tall: true,
      texts: [
        ['title', 'Analytics - Royal Flush'],
        ...each('text', 'Total Users', 'Total Posts', 'Total Reactions', 'Page Views'),
        ...each('heading', 'Top Pages', 'Traffic Sources', 'Most Active Users', 'Performance Metrics'),
        ...each('heading', 'Quick Links', 'Top Posts'),
        ...each('heading', 'Last 7 days', 'Countries', 'Devices', 'Events', 'Views by the day'),
        ...each('text', 'Views', 'Visits', 'Visitors', 'What the figures mean'),
        ['button', 'Share'],
        ['link', 'Real-time Analytics', '/admin?tab=analytics'],
        ['link', 'Royal Blog', '/blog-admin'],
        ...each('heading', 'Retention by Week', 'Funnels'),
        ['button', 'New Funnel'],
      ],
    },
    {
      state: 'with a new funnel',
      acts: [click('New Funnel')],
      axe: 'dialog',
      picture: 'analytics-new-funnel',
      texts: [
        ['heading', 'New funnel'],
        ...each('field', 'Name', 'Step 1', 'Page of step 1', 'Page of step 2'),
        ...each('button', 'Add Step', 'Create Funnel'),
      ],
    },
  ],
}

const nothingIn = { total: 0, before: 0, change: null }
const today = new Date().toISOString().slice(0, 10)
const begin = `${today}T00:00:00.000Z`

/** The report of a range in which nobody came. */
const emptyReport = {
  span: 'hour',
  from: begin,
  to: new Date(Date.parse(begin) + 24 * 3600_000).toISOString(),
  before: new Date(Date.parse(begin) - 24 * 3600_000).toISOString(),
  complete: 24,
  countedSince: begin,
  recordedSince: null,
  views: nothingIn,
  visits: nothingIn,
  visitors: nothingIn,
  events: nothingIn,
  series: { views: Array<number>(24).fill(0), before: Array<number>(24).fill(0) },
  pages: [],
  countries: [],
  devices: [],
  sources: [],
  eventList: [],
  updatedAt: begin,
}

/** The retention in the first week. */
const newRetention = { cohorts: [{ week: begin, people: [3] }], runningWeek: begin, updatedAt: begin }

const report: Screen = {
  screen: 'The report of /analytics',
  who: 'admin',
  path: '/analytics?range=today&country=DE&device=mobile',
  slow: true,
  scenes: [
    {
      state: 'that fails to load',
      fails: REPORT,
      texts: [['heading', 'Failed to load analytics data']],
    },
    {
      state: 'with retention and funnels that fail to load',
      fails: /\/api\/analytics\/(?:retention|funnels)/,
      texts: each('heading', 'Failed to load the retention', 'Failed to load the funnels'),
    },
    {
      state: 'of a new house, without funnels',
      prepare: async (page) => {
        await answer(RETENTION, newRetention)(page)
        await answer(FUNNELS, { from: begin, to: begin, funnels: [], updatedAt: begin })(page)
      },
      texts: each('text', 'No funnels yet', 'The first shares appear next week.'),
    },
    {
      state: 'of nothing, filtered',
      slow: true,
      prepare: answer(REPORT, emptyReport),
      axe: 'page',
      picture: 'analytics-filtered',
      texts: [
        ['heading', 'Today'],
        ...each('text', 'country: Germany', 'device: Mobile', 'No data yet'),
        ['text', 'nothing to compare with in the same hours yesterday'],
      ],
    },
  ],
}

const shared: Screen = {
  screen: 'Shared figures (/shared-figures)',
  who: 'visitor',
  path: '/shared-figures?link=somebody-has-sent-it',
  slow: true,
  scenes: [
    {
      state: 'with a link that does not work',
      axe: 'page',
      picture: 'shared-figures-closed',
      texts: [
        ['title', 'Shared figures - Royal Flush'],
        ['heading', 'These figures are closed'],
        ['text', 'This link does not work, or does not work any more. Please ask for a new one.'],
      ],
    },
    {
      state: 'with figures',
      prepare: answer(SHARED, {
        name: 'For the board',
        expiresAt: '2999-01-01T00:00:00.000Z',
        query: { range: 'today' },
        report: emptyReport,
      }),
      axe: 'page',
      picture: 'shared-figures',
      texts: [
        ['heading', 'For the board'],
        ['text', 'Today. This link ends on 1 January 2999.'],
      ],
    },
  ],
}

export const ANALYTICS: readonly Screen[] = [realtime, analytics, report, shared]
