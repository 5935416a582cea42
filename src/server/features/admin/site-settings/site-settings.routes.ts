import { z } from 'zod'
import { ExportQuery, HouseView, ProtectionView, SeoReport, SyncReport } from '#contract/admin.ts'
import { HeldQuery, HeldWritingView } from '#contract/moderation.ts'
import { Id } from '#contract/primitives.ts'
import { analyticsReport, exportList } from '#server/features/admin/exports/exports.service.ts'
import { lastSeoReport, refreshSeo } from '#server/features/site/seo/seo.service.ts'
import {
  dropQueued,
  listQueued,
  releaseQueued,
} from '#server/features/moderation/spam/review-queue.service.ts'
import { protection, switchProtection } from '#server/features/moderation/spam/protection.service.ts'
import { done, ok } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
import { lastSync, syncFigures } from './sync.service.ts'
import { exportRate } from '#server/features/account/personal-data/privacy.routes.ts'

const shared = { tag: 'admin', access: 'admin' } as const
const OneHeld = z.object({ id: Id })

const switches = (
  [
    ['enable', true],
    ['disable', false],
  ] as const
).map(([action, enabled]) =>
  route({
    ...shared,
    method: 'post',
    path: `/admin/anti-asshole/${action}`,
    summary: `Switch the spam protection ${enabled ? 'on' : 'off'}`,
    limit: 'write',
    answers: { 200: ProtectionView },
    handle: async ({ viewer }) => ok(await switchProtection(viewer, enabled)),
  }),
)

const lists = (['users', 'posts'] as const).map((what) =>
  route({
    ...shared,
    method: 'post',
    path: `/admin/database/export-${what}`,
    summary: `All ${what} as a file, CSV or NDJSON, sent while it is read`,
    limit: exportRate,
    proof: 'recent',
    query: ExportQuery,
    answers: { 200: null },
    handle: ({ viewer, query }) => exportList(viewer, what, query),
  }),
)

export const siteSettingsRoutes = [
  route({
    ...shared,
    method: 'get',
    path: '/admin/house',
    summary: 'The spam protection, the last look at the public pages, the last recount',
    limit: 'read',
    answers: { 200: HouseView },
    handle: async () =>
      ok({ protection: await protection(), seo: await lastSeoReport(), sync: await lastSync() }),
  }),
  route({
    ...shared,
    method: 'post',
    path: '/admin/seo-refresh',
    summary: 'Write sitemap.xml anew and check the public pages',
    limit: exportRate,
    answers: { 200: SeoReport },
    handle: async ({ viewer }) => ok(await refreshSeo(viewer)),
  }),
  route({
    ...shared,
    method: 'post',
    path: '/admin/google-refresh',
    summary:
      'Count everything anew and set wrong figures right; answers how many were off, or that it goes on',
    limit: exportRate,
    answers: { 200: SyncReport },
    handle: async ({ viewer }) => ok(await syncFigures(viewer)),
  }),
  ...switches,
  ...lists,
  route({
    ...shared,
    method: 'post',
    path: '/admin/database/analytics-report',
    summary: 'The figures of the house as a page to be printed',
    limit: exportRate,
    answers: { 200: null },
    handle: ({ viewer }) => analyticsReport(viewer),
  }),
  route({
    ...shared,
    method: 'get',
    path: '/admin/held',
    summary: 'What the spam protection did not let through, newest first',
    limit: 'read',
    query: HeldQuery,
    answers: { 200: z.array(HeldWritingView) },
    handle: async ({ query }) => ok(await listQueued(query.cursor)),
  }),
  route({
    ...shared,
    method: 'post',
    path: '/admin/held/:id/release',
    summary: 'Let a held writing through: it appears now',
    limit: 'write',
    params: OneHeld,
    answers: { 204: null },
    handle: async ({ viewer, params }) => {
      await releaseQueued(viewer, params.id)
      return done()
    },
  }),
  route({
    ...shared,
    method: 'delete',
    path: '/admin/held/:id',
    summary: 'Throw a held writing away',
    limit: 'write',
    params: OneHeld,
    answers: { 204: null },
    handle: async ({ viewer, params }) => {
      await dropQueued(viewer, params.id)
      return done()
    },
  }),
]
