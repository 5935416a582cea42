import {
  ChangeEmailInput,
  ChangePasswordInput,
  ConfirmEmailInput,
  NotificationPreferenceInput,
} from '#contract/account.settings.ts'
import { RecoveryView, CurrentUserView, ForgotInput, ResetPasswordInput } from '#contract/account.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { recordRefusal, recordSecurityEvent } from '#server/platform/security-events.ts'
import { preferNotification } from '#server/features/people/users/viewers.service.ts'
import { networkOf } from '#server/platform/address.ts'
import { accountOf } from '#server/features/people/users/accounts.service.ts'
import {
  forgotPassword,
  forgotUsername,
  resetPassword,
} from '#server/features/account/recovery/recovery.service.ts'
import {
  mailConfirmationAgain,
  changeEmail,
  changePassword,
  confirmEmail,
  cancelNewEmail,
} from './account.service.ts'

const route = routesOf({ tag: 'accounts', access: 'user', limit: 'write', whileSuspended: true })

export const accountRoutes = [
  route.put('/auth/password', {
    summary: 'Change the password; every other session ends',
    body: ChangePasswordInput,
    answers: { 204: null },
    handle: async ({ viewer, body, req }) => {
      await recordRefusal('password-changed', { req, userId: viewer.id }, () =>
        changePassword(viewer, body, req),
      )
      recordSecurityEvent({ event: 'password-changed', outcome: 'done', userId: viewer.id, req })
    },
  }),
  route.put('/auth/email', {
    summary: 'Ask for another email address; the mailed link confirms it',
    body: ChangeEmailInput,
    answers: { 200: CurrentUserView },
    handle: async ({ viewer, body, req }) => {
      const user = await recordRefusal('email-asked', { req, userId: viewer.id }, () =>
        changeEmail(viewer, body, req),
      )
      recordSecurityEvent({ event: 'email-asked', outcome: 'done', userId: viewer.id, req })
      return user
    },
  }),
  route.delete('/auth/email', {
    summary: 'Keep the current email address; the mailed link becomes invalid',
    answers: { 200: CurrentUserView },
    handle: ({ viewer }) => cancelNewEmail(viewer),
  }),
  route.post('/auth/email/confirm', {
    summary: 'Confirm a new email address with the mailed link, once',
    access: 'visitor',
    body: ConfirmEmailInput,
    answers: { 200: RecoveryView },
    handle: ({ body, req }) => confirmEmail(body.token, req),
  }),
  route.post('/auth/email/confirm/again', {
    summary: "Mail the link again that confirms a new account's address; does nothing when it is confirmed",
    answers: { 204: null },
    handle: ({ viewer }) => mailConfirmationAgain(viewer),
  }),
  route.patch('/users/me/notifications', {
    summary: 'Switch one kind of notification on or off, or set whether those that were seen are read',
    body: NotificationPreferenceInput,
    answers: { 200: CurrentUserView },
    handle: ({ viewer, body }) => preferNotification(viewer, body),
  }),
]

const recovery = routesOf({ tag: 'accounts', access: 'visitor' })

export const recoveryRoutes = [
  recovery.post('/auth/forgot-password', {
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
  recovery.post('/auth/reset-password', {
    summary: 'Set a new password with a mailed link, once; ends all sessions',
    limit: 'write',
    body: ResetPasswordInput,
    answers: { 200: RecoveryView },
    handle: ({ body, req }) => resetPassword(body, req),
  }),
  recovery.post('/auth/forgot-username', {
    summary: 'Mail the username; answers the same for addresses without an account',
    limit: 'write',
    body: ForgotInput,
    answers: { 200: RecoveryView },
    handle: ({ body, req }) => forgotUsername(body, networkOf(req.ip)),
  }),
]
