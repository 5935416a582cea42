import { answer } from './acts.ts'
import { each, type Screen } from './scene.ts'

const REALTIME = '**/api/admin/analytics/realtime'
const STATS = '**/api/analytics/stats'

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
        ['link', 'Real-time Analytics', '/admin?tab=analytics'],
        ['link', 'Royal Blog', '/blog-admin'],
      ],
    },
  ],
}

export const ANALYTICS: readonly Screen[] = [realtime, analytics]
