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
import { done, ok } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
import { houseNameView, renameHouse } from '#server/shared/site-settings/house-name.ts'
import { lastSync, syncFigures } from './sync.service.ts'
import { signUp } from '#server/features/account/sign-up/sign-up.service.ts'
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
    proof: 'recent',
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
    summary:
      'The name of the site, the announcement, who may sign up, what is not allowed, the spam protection, the last check of the public pages, the last recount',
    limit: 'read',
    answers: { 200: HouseView },
    handle: async () =>
      ok({
        name: houseNameView(),
        announcement: await announcement(),
        signUp: await signUp(),
        blocks: await blocks(),
        protection: await protection(),
        seo: await seoReport(),
        sync: await lastSync(),
      }),
  }),
  route({
    tag: 'site',
    access: 'visitor',
    method: 'get',
    path: '/announcement',
    summary: 'The announcement that every page shows',
    limit: 'read',
    answers: { 200: AnnouncementView },
    handle: async () => ok(await announcement()),
  }),
  route({
    ...shared,
    method: 'put',
    path: '/admin/house-name',
    summary: 'Rename the site: on pages, in mails, in authenticator apps',
    limit: 'write',
    proof: 'recent',
    body: HouseNameInput,
    answers: { 200: HouseNameView },
    handle: async ({ viewer, body }) => ok(await renameHouse(viewer, body.name)),
  }),
  route({
    ...shared,
    method: 'put',
    path: '/admin/announcement',
    summary: 'Write or change the announcement that every page shows',
    limit: 'write',
    proof: 'recent',
    body: AnnouncementInput,
    answers: { 200: AnnouncementView },
    handle: async ({ viewer, body }) => ok(await announce(viewer, body.text)),
  }),
  route({
    ...shared,
    method: 'delete',
    path: '/admin/announcement',
    summary: 'Remove the announcement',
    limit: 'write',
    answers: { 200: AnnouncementView },
    handle: async ({ viewer }) => ok(await announce(viewer, null)),
  }),
  route({
    ...shared,
    method: 'put',
    path: '/admin/blocks',
    summary: 'Replace the lists of words, link domains and mail domains that are not allowed',
    limit: 'write',
    proof: 'recent',
    body: BlocksInput,
    answers: { 200: BlocksView },
    handle: async ({ viewer, body }) => ok(await changeBlocks(viewer, body)),
  }),
  route({
    ...shared,
    method: 'post',
    path: '/admin/seo-refresh',
    summary: 'Write sitemap.xml again and check the public pages',
    limit: exportRate,
    answers: { 200: SeoReport },
    handle: async ({ viewer }) => ok(await refreshSeo(viewer)),
  }),
  route({
    ...shared,
    method: 'post',
    path: '/admin/google-refresh',
    summary:
      'Recount all figures and correct them; answers how many were wrong, or that the recount is still running',
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
    summary: "The site's figures as a page for printing",
    limit: exportRate,
    answers: { 200: null },
    handle: ({ viewer }) => analyticsReport(viewer),
  }),
  route({
    ...shared,
    access: 'moderator',
    method: 'get',
    path: '/admin/held',
    summary: 'The review queue of the spam protection, newest first',
    limit: 'read',
    query: HeldQuery,
    answers: { 200: z.array(HeldWritingView) },
    handle: async ({ query }) => ok(await listQueued(query.cursor)),
  }),
  route({
    ...shared,
    access: 'moderator',
    method: 'post',
    path: '/admin/held/:id/release',
    summary: 'Publish a text from the review queue',
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
    access: 'moderator',
    method: 'delete',
    path: '/admin/held/:id',
    summary: 'Reject a text of the review queue',
    limit: 'write',
    params: OneHeld,
    answers: { 204: null },
    handle: async ({ viewer, params }) => {
      await dropQueued(viewer, params.id)
      return done()
    },
  }),
]
