import { z } from 'zod'
import { AccountActivityView, SessionListView } from '#contract/account.settings.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { activityOf } from '#server/features/account/security-log/security-log.service.ts'
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
