import { z } from 'zod'
import { AccountActivityView, SessionListView } from '#contract/account.settings.ts'
import { ProofInput, ProofView } from '#contract/account.second-factor.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { activityOf } from '#server/features/account/security-log/security-log.service.ts'
import { recordRefusal, recordSecurityEvent } from '#server/platform/security-events.ts'
import { prove, proofWays } from '#server/features/account/proof/proof.service.ts'
import { endOthers, endSessionCalled, sessionList } from './sessions.service.ts'

const route = routesOf({ tag: 'accounts', access: 'user' })
const SessionParams = z.object({ sessionId: z.string().regex(/^[\w-]{22}$/) })

export const sessionRoutes = [
  route.get('/auth/sessions', {
    summary: "The viewer's sessions",
    limit: 'read',
    answers: { 200: SessionListView },
    handle: ({ viewer, req }) => sessionList(viewer, req),
  }),
  route.get('/auth/activity', {
    summary:
      "The newest thirty security events of the viewer's account in the last 30 days, successful and refused",
    limit: 'read',
    answers: { 200: z.array(AccountActivityView) },
    handle: ({ viewer }) => activityOf(viewer.id),
  }),
  route.delete('/auth/sessions/:sessionId', {
    summary: 'End one of your sessions',
    limit: 'write',
    proof: 'recent',
    params: SessionParams,
    answers: { 204: null },
    handle: ({ viewer, params, req }) => endSessionCalled(viewer, params.sessionId, req),
  }),
  route.delete('/auth/sessions', {
    summary: 'End all your other sessions',
    limit: 'write',
    proof: 'recent',
    answers: { 204: null },
    handle: ({ viewer, req }) => endOthers(viewer, req),
  }),
]

export const proofRoutes = [
  route.get('/auth/proof', {
    summary: 'The ways to prove your identity again, which some actions need',
    limit: 'read',
    answers: { 200: ProofView },
    handle: ({ viewer, req }) => proofWays(viewer, req),
  }),
  route.post('/auth/proof', {
    summary: 'Prove your identity; valid for ten minutes, as after a log-in',
    limit: 'write',
    whileSuspended: true,
    body: ProofInput,
    answers: { 204: null },
    handle: async ({ viewer, body, req }) => {
      await recordRefusal('proof', { userId: viewer.id, req }, () => prove(viewer, body, req))
      recordSecurityEvent({ event: 'proof', outcome: 'done', userId: viewer.id, req })
    },
  }),
  route.get('/auth/proof/recent', {
    summary:
      'Whether you proved your identity within ten minutes; for downloads that the browser fetches itself',
    limit: 'read',
    proof: 'recent',
    answers: { 204: null },
    handle: async () => {},
  }),
]
