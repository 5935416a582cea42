import type { Page } from 'playwright'
import { breaks, click, fails, opens, unpushed, waits, type Row, type Screen } from './list.ts'

const PANEL = '/admin?tab=analytics'
const REALTIME = '**/api/admin/analytics/realtime'
const headings = (...names: string[]): Row[] => names.map((name) => ['heading', name])
const texts = (...all: string[]): Row[] => all.map((text) => ['text', text])

/** The figures of an empty house. */
const nothing = (page: Page) =>
  page.route(REALTIME, (route) =>
    route.fulfill({
      json: {
        activeUsers: 0,
        pageViews: 0,
        topPages: [],
        topCountries: [],
        countries: 0,
        devices: [],
        minutes: { from: new Date().toISOString(), views: Array(30).fill(0) },
        hours: { today: [0], yesterday: Array(24).fill(0) },
        log: [],
        performance: { responses: null, delivery: null, eventLoop: 0, sockets: 0, memory: 1 },
        // Later than what is pushed.
        updatedAt: '2999-01-01T00:00:00.000Z',
      },
    }),
  )

const panel: Screen = {
  screen: 'Real-time analytics (/admin, analytics tab)',
  states: [
    {
      state: 'loading',
      bring: unpushed(PANEL, (page) => page.route(REALTIME, () => undefined)),
      rows: [['loading', 'Loading analytics...']],
    },
    {
      state: 'that cannot be had',
      bring: unpushed(PANEL, (page) =>
        page.route(REALTIME, (route) => route.fulfill({ status: 400, body: '' })),
      ),
      rows: headings('Analytics Unavailable'),
    },
    {
      state: 'with figures',
      bring: opens('admin', PANEL),
      rows: [
        ...headings(
          'Real-time Analytics',
          'Top Pages',
          'Top Countries',
          'Device Breakdown',
          'Last 30 minutes',
          'Today against yesterday',
          'Live Event Log',
          'Performance Metrics',
        ),
        ...texts(
          'Live Data',
          'Active Users',
          'online now',
          'Page Views',
          'last 30 min',
          'Countries',
          'Devices',
          'Socket delivery',
        ),
      ],
    },
    {
      state: 'of an empty house',
      bring: async (stage) => {
        await nothing(stage.admin.page)
        return opens('admin', PANEL)(stage)
      },
      rows: texts('No page view data available', 'No country data available', 'No device data available'),
    },
  ],
}

const analytics: Screen = {
  screen: 'Admin analytics page (/analytics)',
  states: [
    {
      state: 'for others',
      bring: opens('newcomer', '/analytics'),
      rows: [
        ['heading', 'Access Denied - You need admin permissions to view analytics.'],
        ['link', 'Back to Home', '/'],
      ],
    },
    {
      state: 'loading',
      bring: waits('**/api/analytics/stats', 'admin', '/analytics'),
      rows: [['loading', 'Loading analytics...']],
    },
    {
      state: 'that cannot be had',
      bring: fails('**/api/analytics/stats', 'admin', '/analytics'),
      rows: headings('Failed to load analytics data'),
    },
    {
      state: 'with figures',
      bring: opens('admin', '/analytics'),
      rows: [
        ['title', 'Analytics - Royal Flush'],
        ...texts('Total Users', 'Total Posts', 'Total Reactions', 'Page Views'),
        ...headings(
          'Top Pages',
          'Traffic Sources',
          'Most Active Users',
          'Performance Metrics',
          'Quick Links',
          'Top Posts',
        ),
        ['link', 'Real-time Analytics', '/admin?tab=analytics'],
        ['link', 'Royal Blog', '/blog-admin'],
      ],
    },
  ],
}

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()

const monitor: Screen = {
  screen: 'AI monitor (/ai-monitor)',
  states: [
    {
      state: 'for others',
      bring: opens('newcomer', '/ai-monitor'),
      rows: headings('Access denied. This page is restricted to administrators only.'),
    },
    {
      state: 'loading',
      bring: waits('**/api/ai-monitor/status', 'admin', '/ai-monitor'),
      rows: [['loading', 'Loading the monitor...']],
    },
    {
      state: 'unknown',
      bring: fails('**/api/ai-monitor/status', 'admin', '/ai-monitor'),
      rows: texts('AI Error Monitor status unknown. System may not be functioning correctly.'),
    },
    {
      state: 'running',
      bring: opens('admin', '/ai-monitor'),
      rows: texts(
        'AI Error Monitor is running.',
        'System Health',
        'Total Errors',
        'Unresolved',
        'Critical',
        'Recent Errors',
        'Jobs',
        'Test System',
        'Manual Actions',
      ),
    },
    {
      state: 'no dead jobs',
      bring: opens('admin', '/ai-monitor', tab('Jobs')),
      rows: texts('No dead jobs', 'Everything that was promised is done or under way.'),
    },
    {
      state: 'a test that fails',
      bring: opens(
        'admin',
        '/ai-monitor',
        breaks('**/api/ai-monitor/test-error'),
        tab('Test System'),
        click('Runtime Error'),
      ),
      rows: [['toast', 'Failed to trigger test error']],
    },
    {
      state: 'a check that fails',
      bring: opens(
        'admin',
        '/ai-monitor',
        breaks('**/api/ai-monitor/force-check'),
        tab('Manual Actions'),
        click('Force Health Check'),
      ),
      rows: [['toast', 'Failed to force health check']],
    },
    {
      state: 'a fix that fails',
      bring: opens(
        'admin',
        '/ai-monitor',
        breaks('**/api/ai-monitor/manual-fix'),
        tab('Manual Actions'),
        click('Fix Database Connection'),
      ),
      rows: [['toast', 'Failed to initiate manual fix']],
    },
  ],
}

/**
 * What the house knows of itself: the analytics and monitor screens of section 2, and their lines of sections
 * 8.
 */
export const MEASURING: readonly Screen[] = [panel, analytics, monitor]
