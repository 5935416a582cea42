import { ProofInput, ProofView } from '#contract/account.second-factor.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { recordRefusal, recordSecurityEvent } from '#server/platform/security-events.ts'
import { prove, proofWays } from './proof.service.ts'

const route = routesOf({ tag: 'accounts', access: 'user' })

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
