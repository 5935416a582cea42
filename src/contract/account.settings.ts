import { z } from 'zod'
import { SECURITY_EVENTS, SECURITY_OUTCOMES, type SecurityEventName } from './account.security-events.ts'
import { Email, Password } from './account.ts'
import { DEVICES } from './analytics.ts'
import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { NOTIFICATION_TYPES } from './notifications.constants.ts'
import { atMost, Timestamp } from './primitives.ts'

/** The current password; absent if the person has none and signs in with Google. */
const CurrentPassword = atMost(
  LIMITS.passwordMax,
  MESSAGES.passwordWrong,
)(z.string(MESSAGES.passwordWrong)).optional()

/** PUT /api/auth/password. */
export const ChangePasswordInput = z
  .object({ currentPassword: CurrentPassword, password: Password })
  .meta({ id: 'ChangePasswordInput' })
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>

/** POST /api/auth/email: the new address. It replaces the old one once it is confirmed. */
export const ChangeEmailInput = z
  .object({ email: Email, currentPassword: CurrentPassword })
  .meta({ id: 'ChangeEmailInput' })
export type ChangeEmailInput = z.infer<typeof ChangeEmailInput>

/** POST /api/auth/email/confirm: the token of the mailed link, 32 random bytes in base64url. */
export const ConfirmEmailInput = z
  .object({ token: z.string(MESSAGES.emailTokenInvalid).regex(/^[\w-]{43}$/, MESSAGES.emailTokenInvalid) })
  .meta({ id: 'ConfirmEmailInput' })

/** A session of the person. `id` names the session but gives no access. */
export const SessionEntryView = z
  .object({
    id: z.string(),
    device: z.enum(DEVICES),
    /** 'Firefox', 'Windows': null when the browser does not say. */
    browser: z.string().nullable(),
    system: z.string().nullable(),
    /** ISO 3166 alpha-2, or 'Unknown'. */
    country: z.string(),
    startedAt: Timestamp,
    /** Exact to ten minutes. */
    lastSeenAt: Timestamp,
  })
  .meta({ id: 'SessionEntry' })
export type SessionEntryView = z.infer<typeof SessionEntryView>

/** GET /api/auth/sessions: the latest fifty, newest first, and which one asks. */
export const SessionListView = z
  .object({ current: z.string(), sessions: z.array(SessionEntryView) })
  .meta({ id: 'SessionList' })
export type SessionListView = z.infer<typeof SessionListView>

/** One line of GET /api/auth/activity: an action on the account, done or refused. */
export const AccountActivityView = z
  .object({
    id: z.string(),
    event: z.enum(Object.keys(SECURITY_EVENTS) as [SecurityEventName, ...SecurityEventName[]]),
    outcome: z.enum(SECURITY_OUTCOMES),
    /** Refusals of one kind from one network in one hour are one line. */
    times: z.int(),
    device: z.enum(DEVICES),
    browser: z.string().nullable(),
    system: z.string().nullable(),
    /** ISO 3166 alpha-2, or 'Unknown'. */
    country: z.string(),
    /** The last time. */
    at: Timestamp,
  })
  .meta({ id: 'AccountActivity' })
export type AccountActivityView = z.infer<typeof AccountActivityView>

/**
 * PATCH /api/users/me/notifications: whether the person wants notifications of this kind, or whether
 * notifications that were on the screen are read.
 */
export const NotificationPreferenceInput = z
  .union([
    z.object({ type: z.enum(NOTIFICATION_TYPES), on: z.boolean() }),
    z.object({ readWhenSeen: z.boolean() }),
    z.object({ requestNotices: z.boolean() }),
  ])
  .meta({ id: 'NotificationPreferenceInput' })
export type NotificationPreferenceInput = z.infer<typeof NotificationPreferenceInput>
