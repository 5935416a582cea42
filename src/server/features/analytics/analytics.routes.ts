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
import { created, ok } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
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

const shared = { tag: 'admin', access: 'admin' } as const

export const analyticsRoutes = [
  route({
    method: 'get',
    path: '/admin/analytics/realtime',
    summary: 'Active visitors and the pages they view',
    tag: 'admin',
    access: 'admin',
    limit: 'read',
    answers: { 200: RealtimeAnalyticsView },
    handle: async () => ok(await realtimeAnalytics()),
  }),
  route({
    method: 'get',
    path: '/analytics/stats',
    summary: "The site's figures, of all time and of today",
    tag: 'admin',
    access: 'admin',
    limit: 'read',
    answers: { 200: AnalyticsStatsView },
    handle: async () => ok(await analyticsStats()),
  }),
  route({
    ...shared,
    method: 'get',
    path: '/analytics/report',
    summary: 'Figures of a range, filtered, with the period before',
    limit: 'read',
    query: ReportQuery,
    answers: { 200: ReportView },
    handle: async ({ query }) => ok(await report(query)),
  }),
  route({
    ...shared,
    method: 'get',
    path: '/analytics/report.csv',
    summary: 'Figures of a range as a CSV file',
    limit: 'read',
    query: ReportQuery,
    answers: { 200: null },
    handle: ({ query }) => reportFile(query),
  }),
  route({
    method: 'get',
    path: '/analytics/figures',
    summary: 'Figures of a range for programs, with a token of an admin as `Authorization: Bearer {token}`',
    tag: 'figures',
    access: 'visitor',
    bearer: true,
    limit: keyRate,
    query: ReportQuery,
    answers: { 200: ReportView },
    handle: async ({ req, query }) => ok(await reportForToken(req, query)),
  }),
  route({
    method: 'get',
    path: '/analytics/shared',
    summary: 'The figures that a shared link shows',
    tag: 'figures',
    access: 'visitor',
    limit: keyRate,
    query: SharedReportQuery,
    answers: { 200: SharedReportView },
    handle: async ({ query }) => ok(await reportForLink(query.link)),
  }),
  route({
    ...shared,
    method: 'get',
    path: '/analytics/keys',
    summary: 'Tokens and shared links, newest first',
    limit: 'read',
    query: z.object({ cursor: Id.optional() }),
    answers: { 200: z.array(FiguresKeyView) },
    handle: async ({ query }) => ok(await listFiguresKeys(query.cursor)),
  }),
  route({
    ...shared,
    method: 'post',
    path: '/analytics/keys',
    summary: 'Make a token or a shared link; the answer has its secret, once',
    limit: 'write',
    proof: 'recent',
    body: FiguresKeyInput,
    answers: { 201: NewFiguresKeyView },
    handle: async ({ viewer, body }) => created(await createFiguresKey(viewer, body)),
  }),
  route({
    ...shared,
    method: 'delete',
    path: '/analytics/keys/:id',
    summary: 'End a token or a shared link',
    limit: 'write',
    params: z.object({ id: Id }),
    answers: { 200: FiguresKeyView },
    handle: async ({ viewer, params }) => ok(await endFiguresKey(viewer, params.id)),
  }),
]
