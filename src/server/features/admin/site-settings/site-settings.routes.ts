import { z } from 'zod'
import { ExportQuery, HouseView, ProtectionView, SeoReport, SyncReport } from '#contract/admin.ts'
import { BlocksInput, BlocksView } from '#contract/admin.blocks.ts'
import { HeldQuery, HeldWritingView } from '#contract/moderation.ts'
import { Id } from '#contract/primitives.ts'
import { HouseNameInput, HouseNameView } from '#contract/site.house-name.ts'
import { AnnouncementInput, AnnouncementView } from '#contract/site.announcement.ts'
import { analyticsReport, exportList } from '#server/features/admin/exports/exports.service.ts'
import { announce, announcement } from '#server/features/site/announcement/announcement.service.ts'
import { seoReport, refreshSeo } from '#server/features/site/seo/seo.service.ts'
import {
  dropQueued,
  listQueued,
  releaseQueued,
} from '#server/features/moderation/spam/review-queue.service.ts'
import { protection, switchProtection } from '#server/features/moderation/spam/protection.service.ts'
import { blocks, changeBlocks } from '#server/shared/blocks/blocks.store.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { houseNameView, renameHouse } from '#server/shared/site-settings/house-name.ts'
import { lastSync, syncFigures } from './sync.service.ts'
import { signUp } from '#server/features/account/sign-up/sign-up.service.ts'
import { exportRate } from '#server/features/account/personal-data/privacy.routes.ts'

const route = routesOf({ tag: 'admin', access: 'admin' })
const OneHeld = z.object({ id: Id })

const switches = (
  [
    ['enable', true],
    ['disable', false],
  ] as const
).map(([action, enabled]) =>
  route.post(`/admin/anti-asshole/${action}`, {
    summary: `Switch the spam protection ${enabled ? 'on' : 'off'}`,
    limit: 'write',
    proof: 'recent',
    answers: { 200: ProtectionView },
    handle: ({ viewer }) => switchProtection(viewer, enabled),
  }),
)

const lists = (['users', 'posts'] as const).map((what) =>
  route.post(`/admin/database/export-${what}`, {
    summary: `All ${what} as a file, CSV or NDJSON, sent while it is read`,
    limit: exportRate,
    proof: 'recent',
    query: ExportQuery,
    answers: { 200: null },
    handle: ({ viewer, query }) => exportList(viewer, what, query),
  }),
)

export const siteSettingsRoutes = [
  route.get('/admin/house', {
    summary:
      'The name of the site, the announcement, who may sign up, what is not allowed, the spam protection, the last check of the public pages, the last recount',
    limit: 'read',
    answers: { 200: HouseView },
    handle: async () => ({
      name: houseNameView(),
      announcement: await announcement(),
      signUp: await signUp(),
      blocks: await blocks(),
      protection: await protection(),
      seo: await seoReport(),
      sync: await lastSync(),
    }),
  }),
  route.get('/announcement', {
    summary: 'The announcement that every page shows',
    tag: 'site',
    access: 'visitor',
    limit: 'read',
    answers: { 200: AnnouncementView },
    handle: () => announcement(),
  }),
  route.put('/admin/house-name', {
    summary: 'Rename the site: on pages, in mails, in authenticator apps',
    limit: 'write',
    proof: 'recent',
    body: HouseNameInput,
    answers: { 200: HouseNameView },
    handle: ({ viewer, body }) => renameHouse(viewer, body.name),
  }),
  route.put('/admin/announcement', {
    summary: 'Write or change the announcement that every page shows',
    limit: 'write',
    proof: 'recent',
    body: AnnouncementInput,
    answers: { 200: AnnouncementView },
    handle: ({ viewer, body }) => announce(viewer, body.text),
  }),
  route.delete('/admin/announcement', {
    summary: 'Remove the announcement',
    limit: 'write',
    answers: { 200: AnnouncementView },
    handle: ({ viewer }) => announce(viewer, null),
  }),
  route.put('/admin/blocks', {
    summary: 'Replace the lists of words, link domains and mail domains that are not allowed',
    limit: 'write',
    proof: 'recent',
    body: BlocksInput,
    answers: { 200: BlocksView },
    handle: ({ viewer, body }) => changeBlocks(viewer, body),
  }),
  route.post('/admin/seo-refresh', {
    summary: 'Write sitemap.xml again and check the public pages',
    limit: exportRate,
    answers: { 200: SeoReport },
    handle: ({ viewer }) => refreshSeo(viewer),
  }),
  route.post('/admin/google-refresh', {
    summary:
      'Recount all figures and correct them; answers how many were wrong, or that the recount is still running',
    limit: exportRate,
    answers: { 200: SyncReport },
    handle: ({ viewer }) => syncFigures(viewer),
  }),
  ...switches,
  ...lists,
  route.post('/admin/database/analytics-report', {
    summary: "The site's figures as a page for printing",
    limit: exportRate,
    answers: { 200: null },
    handle: ({ viewer }) => analyticsReport(viewer),
  }),
  route.get('/admin/held', {
    summary: 'The review queue of the spam protection, newest first',
    access: 'moderator',
    limit: 'read',
    query: HeldQuery,
    answers: { 200: z.array(HeldWritingView) },
    handle: ({ query }) => listQueued(query.cursor),
  }),
  route.post('/admin/held/:id/release', {
    summary: 'Publish a text from the review queue',
    access: 'moderator',
    limit: 'write',
    params: OneHeld,
    answers: { 204: null },
    handle: ({ viewer, params }) => releaseQueued(viewer, params.id),
  }),
  route.delete('/admin/held/:id', {
    summary: 'Reject a text of the review queue',
    access: 'moderator',
    limit: 'write',
    params: OneHeld,
    answers: { 204: null },
    handle: ({ viewer, params }) => dropQueued(viewer, params.id),
  }),
]
