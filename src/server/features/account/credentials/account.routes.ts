import {
  ChangeEmailInput,
  ChangePasswordInput,
  ConfirmEmailInput,
  NotificationPreferenceInput,
} from '#contract/account.settings.ts'
import { RecoveryView, CurrentUserView } from '#contract/account.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { recordRefusal, recordSecurityEvent } from '#server/platform/security-events.ts'
import {
  mailConfirmationAgain,
  changeEmail,
  changePassword,
  confirmEmail,
  cancelNewEmail,
} from './account.service.ts'
import { preferNotification } from '#server/features/people/users/viewers.service.ts'

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
