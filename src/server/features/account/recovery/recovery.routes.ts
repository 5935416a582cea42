import { ForgotInput, RecoveryView, ResetPasswordInput } from '#contract/account.ts'
import { networkOf } from '#server/platform/address.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { recordRefusal, recordSecurityEvent } from '#server/platform/security-events.ts'
import { accountOf } from '#server/features/people/users/accounts.service.ts'
import { forgotPassword, forgotUsername, resetPassword } from './recovery.service.ts'

const route = routesOf({ tag: 'accounts', access: 'visitor' })

export const recoveryRoutes = [
  route.post('/auth/forgot-password', {
    summary: 'Mail a link that sets a new password; answers the same for addresses without an account',
    limit: 'write',
    body: ForgotInput,
    answers: { 200: RecoveryView },
    handle: async ({ body, req }) => {
      // Looked up after the answer, for known and unknown addresses alike.
      const about = { req, userId: accountOf(body.email).then((account) => account?.id ?? null) }
      const view = await recordRefusal('reset-asked', about, () => forgotPassword(body, networkOf(req.ip)))
      recordSecurityEvent({ event: 'reset-asked', outcome: 'done', ...about })
      return view
    },
  }),
  route.post('/auth/reset-password', {
    summary: 'Set a new password with a mailed link, once; ends all sessions',
    limit: 'write',
    body: ResetPasswordInput,
    answers: { 200: RecoveryView },
    handle: ({ body, req }) => resetPassword(body, req),
  }),
  route.post('/auth/forgot-username', {
    summary: 'Mail the username; answers the same for addresses without an account',
    limit: 'write',
    body: ForgotInput,
    answers: { 200: RecoveryView },
    handle: ({ body, req }) => forgotUsername(body, networkOf(req.ip)),
  }),
]
