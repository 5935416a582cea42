import { z } from 'zod'
import { EMAIL_PATTERN, plainEmail } from './account.checks.ts'
import { type AgeBand, LEGAL_VERSIONS } from './account.constants.ts'
import { PuzzleProof } from './account.puzzle.ts'
import { InviteToken } from './account.sign-up.ts'
import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { NOTIFICATION_TYPES } from './notifications.constants.ts'
import { ActorView, DisplayName, Handle } from './people.ts'
import { atLeast, atMost, Rev, Timestamp } from './primitives.ts'

/** The viewer's own account: the only view that has the e-mail address. */
export const CurrentUserView = ActorView.extend({
  username: z.string(),
  email: z.string(),
  bio: z.string(),
  bannerUrl: z.string().nullable(),
  createdAt: Timestamp,
  isAdmin: z.boolean(),
  /** Decides about reports, appeals and the review queue; an admin may do that anyway. */
  isModerator: z.boolean(),
  /** False when the person signs in only with Google. */
  hasPassword: z.boolean(),
  /** Whether a Google account is linked. */
  hasGoogle: z.boolean(),
  /** Links, files and messages to strangers wait until the e-mail address is confirmed. */
  mustConfirm: z.boolean(),
  /** Has not finished or dismissed the first steps. */
  isNewcomer: z.boolean(),
  /** The address that replaces `email` once it is confirmed. */
  newEmail: z.string().nullable(),
  /** The kinds of notifications that are muted. */
  quiet: z.array(z.enum(NOTIFICATION_TYPES)),
  /** Notifications are read once they were on the screen. */
  readWhenSeen: z.boolean(),
  /** The first message of a stranger makes a notification. */
  requestNotices: z.boolean(),
  rev: Rev,
}).meta({ id: 'CurrentUser' })
export type CurrentUserView = z.infer<typeof CurrentUserView>

/** GET /api/auth/me, POST /api/auth/login and register (DECISIONS row 39). */
export const SessionView = z.object({ user: CurrentUserView }).meta({ id: 'Session' })
export type SessionView = z.infer<typeof SessionView>

/** An address as it is stored. */
export const Email = atMost(
  LIMITS.email,
  MESSAGES.invalidEmail,
)(z.string(MESSAGES.invalidEmail))
  .overwrite(plainEmail)
  .pipe(
    z
      .email({ pattern: EMAIL_PATTERN, error: MESSAGES.invalidEmail })
      .max(LIMITS.email, MESSAGES.invalidEmail),
  )

/** A required field of the registration that was not left blank. */
export const Filled = z
  .string(MESSAGES.fillRequiredFields)
  .refine((text) => text.trim() !== '', MESSAGES.fillRequiredFields)

/** A new account's password. The server also rejects common ones. */
export const Password = newPassword(MESSAGES.passwordTooShort)

/** 8 to 128 characters (product section 5, DECISIONS row 40); each form has its own message for too short. */
export function newPassword(tooShort: string) {
  return atMost(
    LIMITS.passwordMax,
    MESSAGES.passwordTooLong,
  )(atLeast(LIMITS.passwordMin, tooShort)(z.string(tooShort)))
}

const ageOf = (year: number): number => new Date().getFullYear() - year

/** From 1900 to this year, at least 13 and not 13 to 15 (product section 5, in its order). */
export const BirthYear = z
  .int(MESSAGES.birthYear)
  .refine((year) => year >= LIMITS.birthYearMin && ageOf(year) >= 0, {
    error: MESSAGES.birthYear,
    abort: true,
  })
  .refine((year) => ageOf(year) >= LIMITS.minimumAge, { error: MESSAGES.tooYoung, abort: true })
  .refine((year) => ageOf(year) >= LIMITS.consentAge, { error: MESSAGES.needsParent })

/** Only this is stored of a birth year. */
export const ageBandOf = (year: number): AgeBand => (ageOf(year) >= LIMITS.adultAge ? '18+' : '16-17')

/**
 * POST /api/auth/register/details: what our own form tells before it creates the account of this handle. The
 * answer leaves it in a cookie for that registration (DECISIONS row 630). All but the handle are optional.
 */
export const RegistrationDetailsInput = z
  .object({
    handle: Filled.pipe(Handle),
    birthYear: BirthYear.optional(),
    puzzleProof: PuzzleProof.optional(),
    termsVersion: z.enum(LEGAL_VERSIONS.terms, MESSAGES.acceptTerms).optional(),
    privacyVersion: z.enum(LEGAL_VERSIONS.privacy, MESSAGES.acceptTerms).optional(),
    /** Needed where accounts are by invitation. Not for a sign-up with Google: its session has it. */
    invite: InviteToken.optional(),
  })
  .meta({ id: 'RegistrationDetailsInput' })
export type RegistrationDetailsInput = z.infer<typeof RegistrationDetailsInput>

/**
 * POST /api/auth/register: the four fields of the document (product section 3). Checked in the order of section
 * 5: all fields filled, then password, handle, and the rest.
 */
export const RegisterInput = z
  .object({
    password: Filled.describe('8 to 128 characters, none of the common ones.'),
    handle: Filled.describe('3 to 30 letters, digits and underscores, in any letter case.'),
    email: Filled,
    displayName: Filled.describe('1 to 50 characters.'),
  })
  .pipe(z.object({ password: Password, handle: Handle, email: Email, displayName: DisplayName }))
  .meta({ id: 'RegisterInput' })
export type RegisterInput = z.infer<typeof RegisterInput>

/** POST /api/auth/password: whether an account of these could have this password. Nothing is stored. */
export const PasswordCheckInput = z
  .object({
    password: Password,
    handle: z.string(MESSAGES.invalidInput).max(LIMITS.handleMax, MESSAGES.invalidInput),
    email: z.string(MESSAGES.invalidInput).max(LIMITS.email, MESSAGES.invalidInput),
  })
  .meta({ id: 'PasswordCheckInput' })
export type PasswordCheckInput = z.infer<typeof PasswordCheckInput>

/** GET /api/auth/handle?handle={handle}: whether an account can be created with it, and else up to three that are free. */
export const HandleCheckView = z
  .object({ isFree: z.boolean(), suggestions: z.array(z.string()) })
  .meta({ id: 'HandleCheck' })
export type HandleCheckView = z.infer<typeof HandleCheckView>

/**
 * GET /api/auth/google: `next` is the path to go to afterwards, `invite` the invitation of a new person; `proof`
 * asks a signed-in person to log in at Google once more.
 */
export const GoogleQuery = z.object({
  next: z.string().max(LIMITS.url).optional(),
  invite: InviteToken.optional(),
  proof: z.literal('fresh').optional(),
})
export type GoogleQuery = z.infer<typeof GoogleQuery>

/**
 * GET /api/auth/google/newcomer: the account to be created after a first Google sign-in; `handle` is free, or
 * empty.
 */
export const PendingSignUpView = z
  .object({ email: z.string(), displayName: z.string(), handle: z.string() })
  .meta({ id: 'PendingSignUp' })
export type PendingSignUpView = z.infer<typeof PendingSignUpView>

/** POST /api/auth/google/register: what Google does not know. */
export const PendingSignUpInput = z
  .object({ handle: Filled.pipe(Handle), displayName: Filled.pipe(DisplayName) })
  .meta({ id: 'PendingSignUpInput' })
export type PendingSignUpInput = z.infer<typeof PendingSignUpInput>

/**
 * POST /api/auth/login. An over-long password is rejected before anything is hashed (SECURITY, passwords).
 */
export const LoginInput = z
  .object({
    email: z
      .string(MESSAGES.fillAllFields)
      .max(LIMITS.email, { error: MESSAGES.badCredentials, abort: true })
      .overwrite(plainEmail)
      .min(1, MESSAGES.fillAllFields),
    password: atMost(
      LIMITS.passwordMax,
      MESSAGES.badCredentials,
    )(z.string(MESSAGES.fillAllFields).min(1, MESSAGES.fillAllFields)),
  })
  .meta({ id: 'LoginInput' })
export type LoginInput = z.infer<typeof LoginInput>

/** POST /api/auth/forgot-password and forgot-username (product section 7). */
export const ForgotInput = z.object({ email: Email }).meta({ id: 'ForgotInput' })
export type ForgotInput = z.infer<typeof ForgotInput>

const NewPassword = newPassword(MESSAGES.resetPasswordTooShort)

/** POST /api/auth/reset-password. The token comes from the mailed link. */
export const ResetPasswordInput = z
  .object({
    // 32 random bytes in base64url.
    token: z.string(MESSAGES.resetTokenInvalid).regex(/^[\w-]{43}$/, MESSAGES.resetTokenInvalid),
    password: NewPassword,
  })
  .meta({ id: 'ResetPasswordInput' })
export type ResetPasswordInput = z.infer<typeof ResetPasswordInput>

/** The response of all three: the same sentence whether the account exists or not (DECISIONS row 39). */
export const RecoveryView = z.object({ message: z.string() }).meta({ id: 'Recovery' })
export type RecoveryView = z.infer<typeof RecoveryView>
