import { PrivacySettingsInput, PrivacySettingsView } from '#contract/account.privacy.ts'
import { forgetVisits } from '#server/features/analytics/analytics.personal-data.ts'
import { changePrivacy, consentsOf } from '#server/features/people/users/viewers.service.ts'
import { dated, download, inChunks } from '#server/platform/http/download.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { exportData } from './export-data.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { exportPages } from './export-pages.ts'
import { endSession } from '#server/features/account/login/sessions.ts'
import { COOKIE_ATTRIBUTES } from '#server/platform/cookies.ts'
import { SESSION_COOKIE } from '#server/platform/session.ts'
import { deleteOwnAccount } from '#server/features/account/erasure/deletion.service.ts'

export const exportRate = rateLimit('exports', 10, 3600)

const FILE = 'royal-flush-data'
const route = routesOf({ tag: 'privacy', access: 'user' })

export const privacyRoutes = [
  route.get('/user/privacy-settings', {
    summary: 'Your consents, who may write to you, and which signs you give',
    limit: 'read',
    answers: { 200: PrivacySettingsView },
    handle: ({ viewer }) => consentsOf(viewer),
  }),
  route.put('/user/privacy-settings', {
    summary: 'Give or withdraw a consent, choose who may write to you, or switch a sign on or off',
    limit: 'write',
    whileSuspended: true,
    body: PrivacySettingsInput,
    answers: { 200: PrivacySettingsView },
    handle: async ({ viewer, body }) => {
      const settings = await changePrivacy(viewer, body)
      if (!settings.analyticsConsent) await forgetVisits(viewer.id)
      return settings
    },
  }),
  route.get('/user/export-data', {
    summary: 'Everything the site stores of you, as one JSON file',
    limit: exportRate,
    proof: 'recent',
    answers: { 200: null },
    handle: async ({ viewer }) =>
      download({
        name: dated(FILE, 'json'),
        type: 'application/json; charset=utf-8',
        open: async () => inChunks(await exportData(viewer)),
      }),
  }),
  route.get('/user/export-pages', {
    summary: 'The same as a readable page with all pictures and videos, as one zip file',
    limit: exportRate,
    proof: 'recent',
    answers: { 200: null },
    handle: async ({ viewer }) =>
      download({ name: dated(FILE, 'zip'), type: 'application/zip', open: () => exportPages(viewer) }),
  }),
]

export const deletionRoutes = [
  route.delete('/user/delete-account', {
    summary: 'Delete your own account, at once and for good',
    limit: 'write',
    proof: 'recent',
    answers: { 204: null },
    handle: async ({ viewer, req, res }) => {
      await deleteOwnAccount(viewer)
      await endSession(req)
      res.clearCookie(SESSION_COOKIE, COOKIE_ATTRIBUTES)
    },
  }),
]
