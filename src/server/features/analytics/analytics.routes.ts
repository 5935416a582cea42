import { z } from 'zod'
import { AnalyticsStatsView, RealtimeAnalyticsView } from '#contract/analytics.ts'
import {
  FiguresKeyInput,
  FiguresKeyView,
  NewFiguresKeyView,
  ReportQuery,
  ReportView,
  SharedReportQuery,
  SharedReportView,
} from '#contract/analytics.report.ts'
import { Id } from '#contract/primitives.ts'
import { created } from '#server/platform/http/answer.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { realtimeAnalytics } from './analytics.service.ts'
import {
  createFiguresKey,
  endFiguresKey,
  keyRate,
  listFiguresKeys,
  reportForLink,
  reportForToken,
} from './figures-keys.service.ts'
import { reportFile } from './report-file.ts'
import { report } from './report.service.ts'
import { analyticsStats } from './stats.service.ts'

const route = routesOf({ tag: 'admin', access: 'admin' })
const program = routesOf({ tag: 'figures', access: 'visitor' })

export const analyticsRoutes = [
  route.get('/admin/analytics/realtime', {
    summary: 'Active visitors and the pages they view',
    limit: 'read',
    answers: { 200: RealtimeAnalyticsView },
    handle: () => realtimeAnalytics(),
  }),
  route.get('/analytics/stats', {
    summary: "The site's figures, of all time and of today",
    limit: 'read',
    answers: { 200: AnalyticsStatsView },
    handle: () => analyticsStats(),
  }),
  route.get('/analytics/report', {
    summary: 'Figures of a range, filtered, with the period before',
    limit: 'read',
    query: ReportQuery,
    answers: { 200: ReportView },
    handle: ({ query }) => report(query),
  }),
  route.get('/analytics/report.csv', {
    summary: 'Figures of a range as a CSV file',
    limit: 'read',
    query: ReportQuery,
    answers: { 200: null },
    handle: ({ query }) => reportFile(query),
  }),
  program.get('/analytics/figures', {
    summary: 'Figures of a range for programs, with a token of an admin as `Authorization: Bearer {token}`',
    bearer: true,
    limit: keyRate,
    query: ReportQuery,
    answers: { 200: ReportView },
    handle: ({ req, query }) => reportForToken(req, query),
  }),
  program.get('/analytics/shared', {
    summary: 'The figures that a shared link shows',
    limit: keyRate,
    query: SharedReportQuery,
    answers: { 200: SharedReportView },
    handle: ({ query }) => reportForLink(query.link),
  }),
  route.get('/analytics/keys', {
    summary: 'Tokens and shared links, newest first',
    limit: 'read',
    query: z.object({ cursor: Id.optional() }),
    answers: { 200: z.array(FiguresKeyView) },
    handle: ({ query }) => listFiguresKeys(query.cursor),
  }),
  route.post('/analytics/keys', {
    summary: 'Make a token or a shared link; the answer has its secret, once',
    limit: 'write',
    proof: 'recent',
    body: FiguresKeyInput,
    answers: { 201: NewFiguresKeyView },
    handle: async ({ viewer, body }) => created(await createFiguresKey(viewer, body)),
  }),
  route.delete('/analytics/keys/:id', {
    summary: 'End a token or a shared link',
    limit: 'write',
    params: z.object({ id: Id }),
    answers: { 200: FiguresKeyView },
    handle: ({ viewer, params }) => endFiguresKey(viewer, params.id),
  }),
]
