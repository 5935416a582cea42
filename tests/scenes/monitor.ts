import type { AlertsView } from '#contract/monitor.alerts.ts'
import { ALERT_RULES, ALERT_WORDS } from '#contract/monitor.alerts.constants.ts'
import type { PipeView, ServerMapView } from '#contract/monitor.server-map.ts'
import { REASON, answer, click, clickTab, refuseWrites } from './acts.ts'
import { each, type Screen } from './scene.ts'

const STATUS = '**/api/ai-monitor/status'
const ALERTS = '**/api/ai-monitor/alerts'
const SERVER_MAP = '**/api/ai-monitor/wall'

const AGO = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
/** Alerts as the server answers them, open and over. */
const alertsOf = (): AlertsView => ({
  alerts: [
    {
      id: '000000000000000000000001',
      rule: 'crash',
      openedAt: AGO(4),
      value: 1,
      peak: 2,
      threshold: 1,
      detail: 'TypeError: The seat of [address] is gone',
      reporter: 'web-1:4711, version 0.2.0',
      acknowledgedAt: null,
      acknowledgedBy: null,
      resolvedAt: null,
      resolvedHow: null,
      rev: 2,
    },
    {
      id: '000000000000000000000002',
      rule: 'queue',
      openedAt: AGO(3000),
      value: 12,
      peak: 884,
      threshold: 300,
      detail: '',
      reporter: 'web-1:4711, version 0.2.0',
      acknowledgedAt: AGO(2990),
      acknowledgedBy: null,
      resolvedAt: AGO(2950),
      resolvedHow: 'calm',
      rev: 5,
    },
  ],
  rules: ALERT_RULES.map((rule) => ({
    rule,
    on: rule !== 'delivery',
    threshold: ALERT_WORDS[rule].threshold,
    value: rule === 'delivery' ? null : 1,
    silencedUntil: rule === 'crash' ? new Date(Date.now() + 3600_000).toISOString() : null,
  })),
  channels: { mail: true, push: true, webhook: null, format: 'standard' },
  updatedAt: AGO(0),
})

const monitor: Screen = {
  screen: 'AI monitor (/ai-monitor)',
  who: 'admin',
  path: '/ai-monitor',
  slow: true,
  scenes: [
    {
      state: 'without admin rights',
      who: 'newcomer',
      axe: 'page',
      picture: 'ai-monitor-denied',
      texts: [['heading', 'Access denied. This page is restricted to administrators only.']],
    },
    { state: 'loading', holds: STATUS, texts: [['loading', 'Loading the monitor...']] },
    {
      state: 'a status that fails to load',
      fails: STATUS,
      texts: [['text', 'AI Error Monitor status unknown. System may not be functioning correctly.']],
    },
    {
      state: 'running',
      axe: 'page',
      picture: 'ai-monitor',
      tall: true,
      texts: [
        ...each('text', 'AI Error Monitor is running.', 'System Health', 'Total Errors', 'Unresolved'),
        ...each('text', 'Critical', 'Recent Errors', 'Jobs', 'Test System', 'Manual Actions'),
      ],
    },
    {
      state: 'no dead jobs',
      stays: true,
      acts: [clickTab('Jobs')],
      texts: each('text', 'No dead jobs', 'All jobs are done or running.'),
    },
    {
      state: 'a test that fails',
      stays: true,
      acts: [refuseWrites('**/api/ai-monitor/test-error'), clickTab('Test System'), click('Runtime Error')],
      texts: each('toast', 'Error', 'Failed to trigger test error', REASON),
    },
    {
      state: 'a health check that fails',
      stays: true,
      acts: [
        refuseWrites('**/api/ai-monitor/force-check'),
        clickTab('Manual Actions'),
        click('Force Health Check'),
      ],
      texts: each('toast', 'Error', 'Failed to force health check', REASON),
    },
    {
      state: 'a fix that fails',
      stays: true,
      acts: [
        refuseWrites('**/api/ai-monitor/manual-fix'),
        clickTab('Manual Actions'),
        click('Fix Database Connection'),
      ],
      texts: each('toast', 'Error', 'Failed to initiate manual fix', REASON),
    },
    {
      state: 'no alerts',
      path: '/ai-monitor?tab=alerts',
      withoutSocket: true,
      // Other tests may have left errors, which open one.
      prepare: async (page) => answer(ALERTS, { ...alertsOf(), alerts: [] })(page),
      axe: 'page',
      texts: [
        ...each(
          'text',
          'No open alerts',
          'There are no open alerts. Nobody has to get up.',
          'No alert was resolved yet.',
        ),
        ...each('heading', 'Rules', 'Who is woken', 'The last 30 days'),
      ],
    },
    {
      state: 'an open alert, and one that is over',
      path: '/ai-monitor?tab=alerts',
      withoutSocket: true,
      prepare: async (page) => answer(ALERTS, alertsOf())(page),
      axe: 'page',
      picture: 'ai-monitor-alerts',
      tall: true,
      texts: [
        ...each('heading', 'A server process died', 'Jobs wait too long'),
        ...each('text', 'Resolved by itself', 'End the silence', 'Acknowledge'),
      ],
    },
    {
      state: 'alerts that fail to load',
      path: '/ai-monitor?tab=alerts',
      fails: ALERTS,
      texts: [['text', 'The alerts did not load']],
    },
    { state: 'dead jobs', acts: [clickTab('Jobs')], picture: 'ai-monitor-jobs' },
    { state: 'the tests', acts: [clickTab('Test System')], picture: 'ai-monitor-test' },
    { state: 'the manual actions', acts: [clickTab('Manual Actions')], picture: 'ai-monitor-actions' },
  ],
}

const busyPipe = (id: string): PipeView => ({
  id,
  name: `throne-room-${id}.palace:4711`,
  startedAt: AGO(12_000),
  at: AGO(0),
  sockets: 12_345,
  pushes: 4_321,
  delivery: { p50: 1_250, p95: 12_500, p99: 25_000, count: 100_000 },
  eventLoop: 1_234,
  cpu: 100,
  memory: 12_345,
  store: 1_234,
  countries: { FR: 6_000, DE: 4_000 },
})
/** A server map with long names and large figures. */
const busyServerMap = (): ServerMapView => ({
  at: AGO(0),
  pipes: [busyPipe('1'), busyPipe('2')],
  queue: {
    waiting: 123_456,
    running: 128,
    failed: 1_234,
    kinds: ['recover-fan-outs', 'sweep-link-cards', 'reset-password'].map((kind) => ({
      kind,
      due: 41_152,
      oldest: 86_400,
    })),
  },
  openAlerts: 12,
})

const sewerMap: Screen = {
  screen: 'Sewer Map (/sewer-map)',
  who: 'admin',
  path: '/sewer-map',
  slow: true,
  scenes: [
    {
      state: 'without admin rights',
      who: 'newcomer',
      texts: [['heading', 'Only the plumbers of the house may see the pipes.']],
    },
    {
      state: 'loading',
      holds: SERVER_MAP,
      withoutSocket: true,
      texts: [['loading', 'Loading the pipes...']],
    },
    {
      state: 'figures that fail to load',
      fails: SERVER_MAP,
      withoutSocket: true,
      texts: [['text', 'The pipes do not answer']],
    },
    {
      state: 'running',
      axe: 'page',
      touch: true,
      picture: 'sewer-map',
      tall: true,
      texts: [
        ...each('heading', 'Sewer Map', 'Who sits where', 'The queue of jobs'),
        ...each('text', 'Failed jobs', 'Open alerts', 'Slowest delivery, p95', '24 hours ago'),
      ],
    },
    {
      state: 'long names and large figures',
      withoutSocket: true,
      axe: 'page',
      prepare: async (page) => answer(SERVER_MAP, busyServerMap())(page),
      texts: [['text', 'recover-fan-outs']],
    },
  ],
}

export const MONITOR: readonly Screen[] = [monitor, sewerMap]
