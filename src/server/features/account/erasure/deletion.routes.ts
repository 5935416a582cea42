import { endSession } from '#server/features/account/login/sessions.ts'
import { done } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
import { COOKIE_ATTRIBUTES, SESSION_COOKIE } from '#server/platform/session.ts'
import { deleteOwnAccount } from './deletion.service.ts'

export const deletionRoutes = [
  route({
    method: 'delete',
    path: '/user/delete-account',
    summary: 'Delete your own account, at once and for good',
    tag: 'privacy',
    access: 'user',
    limit: 'write',
    proof: 'recent',
    answers: { 204: null },
    handle: async ({ viewer, req, res }) => {
      await deleteOwnAccount(viewer)
      await endSession(req)
      res.clearCookie(SESSION_COOKIE, COOKIE_ATTRIBUTES)
      return done()
    },
  }),
]
