import { z } from 'zod'
import {
  BrowserErrorInput,
  ManualFixInput,
  ManualFixView,
  MonitorErrorView,
  MonitorStatusView,
  TestErrorInput,
} from '#contract/monitor.ts'
import { ServerMapQuery, ServerMapTimelineView, ServerMapView } from '#contract/monitor.server-map.ts'
import { Id } from '#contract/primitives.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import {
  causeTestError,
  discardDeadJob,
  forceCheck,
  manualFix,
  monitorStatus,
  retryDeadJob,
  setResolved,
} from './monitor.service.ts'
import { serverMap, serverMapAt, serverMapTimeline } from './server-map/server-map.service.ts'
import { pageOf } from '#server/features/analytics/page-paths.ts'
import { reportUnexpected } from '#server/platform/error-reports.ts'

/** Takes an error report of a browser. Only the kind of the page is kept, for privacy. */
export function reportBrowserError({ message, stack, page }: BrowserErrorInput): void {
  const [, name = 'Error', words = message] =
    /^(?:Uncaught )?(\w{1,50}(?:Error|Exception)): ([^]*)$/.exec(message) ?? []
  const error = Object.assign(new Error(words), { name, stack })
  reportUnexpected({ source: 'browser', error, during: `showing ${kindOf(page)}`, test: false })
}

const kindOf = (path: string): string => {
  const page = pageOf(path)
  if (page === '') return 'the homepage'
  return page.replace(/^(\/[pu]|\/blog)\/.*/, '$1/…')
}

const checkRate = rateLimit('checks', 30, 60)
const browserErrorRate = rateLimit('browserErrors', 20, 3600, { forVisitors: true })

const OneError = z.object({ id: Id })
const OneJob = z.object({ id: Id })

const admin = routesOf({ tag: 'monitor', access: 'admin' })

export const monitorRoutes = [
  admin.get('/ai-monitor/status', {
    summary: 'The state of the site, and the newest groups of errors',
    limit: 'read',
    answers: { 200: MonitorStatusView },
    handle: () => monitorStatus(),
  }),
  admin.post('/ai-monitor/force-check', {
    summary: 'Check every part of the site now, and try to resolve open errors',
    limit: checkRate,
    answers: { 200: MonitorStatusView },
    handle: ({ viewer }) => forceCheck(viewer),
  }),
  admin.post('/ai-monitor/test-error', {
    summary: 'Cause an error of a type, which is handled like any other',
    limit: checkRate,
    body: TestErrorInput,
    answers: { 204: null },
    handle: ({ viewer, body }) => causeTestError(viewer, body.errorType),
  }),
  admin.post('/ai-monitor/manual-fix', {
    summary: 'Repair what an error message points to',
    limit: checkRate,
    body: ManualFixInput,
    answers: { 200: ManualFixView },
    handle: ({ viewer, body }) => manualFix(viewer, body.errorMessage),
  }),
  admin.post('/ai-monitor/errors/:id/resolve', {
    summary: 'Mark an error group as resolved',
    limit: 'write',
    params: OneError,
    answers: { 200: MonitorErrorView },
    handle: ({ viewer, params }) => setResolved(viewer, params.id, true),
  }),
  admin.post('/ai-monitor/errors/:id/reopen', {
    summary: 'Mark an error group as open again',
    limit: 'write',
    params: OneError,
    answers: { 200: MonitorErrorView },
    handle: ({ viewer, params }) => setResolved(viewer, params.id, false),
  }),
  admin.post('/ai-monitor/jobs/:id/retry', {
    summary: 'Retry a dead job',
    limit: 'write',
    params: OneJob,
    answers: { 204: null },
    handle: ({ viewer, params }) => retryDeadJob(viewer, params.id),
  }),
  admin.post('/ai-monitor/jobs/:id/discard', {
    summary: 'Discard a dead job; 409 for a job that must not be discarded',
    limit: 'write',
    params: OneJob,
    answers: { 204: null },
    handle: ({ viewer, params }) => discardDeadJob(viewer, params.id),
  }),
  admin.get('/ai-monitor/wall', {
    summary:
      'Every server process, the queue of jobs and where people are: now, or in a minute of the last 24 hours',
    limit: 'read',
    query: ServerMapQuery,
    answers: { 200: ServerMapView },
    handle: ({ query }) => (query.at === undefined ? serverMap() : serverMapAt(query.at)),
  }),
  admin.get('/ai-monitor/wall/timeline', {
    summary: 'Processes, sockets and delivery by minute, of the last 24 hours',
    limit: 'read',
    answers: { 200: ServerMapTimelineView },
    handle: () => serverMapTimeline(),
  }),
  admin.post('/ai-monitor/browser-error', {
    summary: 'Report an error of a browser, without personal data',
    access: 'visitor',
    limit: browserErrorRate,
    body: BrowserErrorInput,
    answers: { 204: null },
    handle: async ({ body }) => {
      reportBrowserError(body)
    },
  }),
]
