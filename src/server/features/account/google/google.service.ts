import type { Request } from 'express'
import { DisplayName, Handle } from '#contract/people.ts'
import type {
  CurrentUserView,
  GoogleQuery,
  PendingSignUpInput,
  PendingSignUpView,
} from '#contract/account.ts'
import { LIMITS } from '#contract/limits.ts'
import { PROOF_TTL_MS } from '#contract/account.constants.ts'
import { MESSAGES } from '#contract/errors.ts'
import { networkOf } from '#server/platform/address.ts'
import { acceptsMailOf, assertMailAllowed, assertNamesAllowed } from '#server/shared/blocks/blocks.store.ts'
import { HttpError, notFound } from '#server/platform/errors.ts'
import { logger } from '#server/platform/logger.ts'
import { mailTemplate } from '#server/platform/mail/mail-queue.ts'
import { recordSecurityEvent } from '#server/platform/security-events.ts'
import { loginAddressRate } from '#server/features/account/login/auth.service.ts'
import { admit, forgetDetails } from '#server/features/account/login/registration-details.service.ts'
import { inviteHash } from '#server/features/account/sign-up/invitations.service.ts'
import { signUpRefusal } from '#server/features/account/sign-up/sign-up.service.ts'
import { saveSession } from '#server/features/account/login/sessions.ts'
import { proveByGoogle } from '#server/features/account/proof/proof.service.ts'
import { beginOrAsk } from '#server/features/account/second-factor/second-step.service.ts'
import {
  assertFree,
  createAccount,
  handleIsFree,
  type Proven,
} from '#server/features/people/users/accounts.service.ts'
import {
  emailAddressOf,
  accountOfGoogle,
  googleIdOf,
  unlinkGoogle,
} from '#server/features/people/users/identities.service.ts'
import {
  googleIsOpen,
  googleStep,
  identityOf,
  type GoogleIdentity,
  type GoogleStep,
} from './google-strategy.ts'
import { houseName } from '#server/shared/site-settings/house-name.ts'
import { config } from '#server/platform/config.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'

declare module 'express-session' {
  interface SessionData {
    /** A new person from Google who still has to choose a handle; valid until then (epoch ms). */
    newcomer?: {
      googleId: string
      email: string
      displayName: string
      inviteHash?: string | null
      until: number
    }
  }
}

/** How long the choice of a handle may take, ms. */
const PICK_WITHIN = 30 * 60_000

type GoogleProof = Extract<GoogleStep, { kind: 'known' }>

const postLinked = mailTemplate<{ userId: string; lostPassword: 'yes' | 'no' }>(
  'google-linked',
  async ({ userId, lostPassword }) => {
    const account = await emailAddressOf(userId)
    return (
      account && linkedMail(account.email, { handle: account.handle, lostPassword: lostPassword === 'yes' })
    )
  },
)

const postUnlinked = mailTemplate<{ userId: string }>('google-unlinked', async ({ userId }) => {
  const account = await emailAddressOf(userId)
  return account && unlinkedMail(account.email, account.handle)
})

/** Removes the link to Google, and mails the person about it. Throws 409 when the account has no password. */
export const removeGoogle = (viewer: Viewer): Promise<CurrentUserView> =>
  unlinkGoogle(viewer, (tx) => postUnlinked({ userId: viewer.id }, tx))

/**
 * Answers the address of Google's log-in, or of our log-in page with an error when Google is not configured.
 */
export async function redirectToGoogle(req: Request, { next, proof, invite }: GoogleQuery): Promise<string> {
  if (!googleIsOpen()) return '/login?error=google'
  const step = await googleStep(req, {
    next: next ?? null,
    proves: proof ? (req.user?.id ?? null) : null,
    inviteHash: inviteHash(invite),
  })
  if (step.kind !== 'go') throw new Error('The sign-in with Google began with an answer')
  letExpire(req)
  await saveSession(req)
  return step.address
}

/**
 * Handles Google's answer and returns the next address: the page asked for, the choice of a handle, or the
 * log-in page with an error.
 */
export async function handleGoogleCallback(req: Request): Promise<`/${string}`> {
  if (!googleIsOpen()) return '/login?error=google'
  try {
    const step = await googleStep(req)
    if (step.kind !== 'known')
      return step.kind === 'refused' && step.cancelled
        ? '/login?error=google-cancelled'
        : '/login?error=google-failed'
    const identity = identityOf(step.claims)
    return step.proves === null ? await logIn(req, identity, step) : await acceptProof(req, identity, step)
  } catch (error) {
    logger.warn({ reason: describeError(error) }, 'a sign-in with Google failed')
    // Banned or refused by a guard.
    return error instanceof HttpError && error.status === 403
      ? '/login?error=banned'
      : '/login?error=google-failed'
  }
}

// The library's errors quote what was sent, with the code in it (SECURITY, Logs).
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? `${error.name} ${code}` : error.name
}

/**
 * A signed-in person has logged in at Google again, as proof: it must be the Google account of this account,
 * and recent.
 */
async function acceptProof(
  req: Request,
  { googleId }: GoogleIdentity,
  { proves, loggedInAt, next }: GoogleProof,
): Promise<`/${string}`> {
  const isOwn = proves !== null && req.user?.id === proves && (await googleIdOf(proves)) === googleId
  const isFresh = loggedInAt === null || clock.now() - loggedInAt < PROOF_TTL_MS
  if (!isOwn || !isFresh) return `/login?error=google-proof${nextParameter(next)}`
  const isComplete = await proveByGoogle(proves, req)
  await saveSession(req)
  return `/login?google=${isComplete ? 'proven' : 'half-proven'}${nextParameter(next)}`
}

const nextParameter = (next: string | null): string =>
  next === null ? '' : `&next=${encodeURIComponent(next)}`

async function logIn(req: Request, identity: GoogleIdentity, step: GoogleProof): Promise<`/${string}`> {
  const { next } = step
  if (!identity.emailVerified) return '/login?error=google-unverified'
  await loginAddressRate.consume(networkOf(req.ip))
  let linkedId: string | null = null
  const account = await accountOfGoogle(identity, (tx, { id, lostPassword }) => {
    linkedId = id
    return postLinked({ userId: id, lostPassword: lostPassword ? 'yes' : 'no' }, tx)
  })
  if (linkedId) recordSecurityEvent({ event: 'google-linked', outcome: 'done', userId: linkedId, req })
  if (account === 'taken') return '/login?error=google-other'
  if (!account) return welcome(req, identity, step)
  if (await beginOrAsk(req, account)) {
    await saveSession(req)
    return `/login?step=second${nextParameter(next)}`
  }
  return `/login?google=${account.lostPassword ? 'linked' : 'welcome'}${nextParameter(next)}`
}

// Nothing is stored for a person who may not finish: Google's answer waits in the session.
async function welcome(
  req: Request,
  { googleId, email, displayName }: GoogleIdentity,
  { next, inviteHash: hash }: GoogleProof,
): Promise<`/${string}`> {
  const refusal = await signUpRefusal(hash)
  if (refusal) return `/login?error=sign-up-${refusal}`
  if (!(await acceptsMailOf(email))) return '/login?error=sign-up-mail'
  req.session.newcomer = {
    googleId,
    email,
    displayName: nameFrom(displayName, email),
    inviteHash: hash,
    until: clock.now() + PICK_WITHIN,
  }
  letExpire(req)
  await saveSession(req)
  return next === null ? '/register/google' : `/register/google?next=${encodeURIComponent(next)}`
}

// The session of a visitor expires soon; a signed-in one keeps its time.
function letExpire({ user, session }: Request): void {
  if (!user) session.cookie.maxAge = PICK_WITHIN
}

function nameFrom(name: string, email: string): string {
  const { data } = DisplayName.safeParse(name.slice(0, LIMITS.displayName))
  return data ?? email.split('@')[0]!.slice(0, LIMITS.displayName)
}

const pendingIn = ({ session: { newcomer: pending } }: Request) =>
  pending && pending.until > clock.now() ? pending : null

/** The pending sign-up of this session, with a free handle to suggest. Throws 404 when there is none. */
export async function pendingSignUpOf(req: Request): Promise<PendingSignUpView> {
  const pending = pendingIn(req)
  if (!pending) throw notFound()
  return {
    email: pending.email,
    displayName: pending.displayName,
    handle: await freeHandle(pending.email),
  }
}

async function freeHandle(email: string): Promise<string> {
  const { data } = Handle.safeParse(
    email
      .split('@')[0]!
      .replace(/[^A-Za-z0-9_]/g, '')
      .slice(0, LIMITS.handleMax),
  )
  return data && (await handleIsFree(data)) ? data : ''
}

/**
 * Creates the account of the pending sign-up. Throws 404 when there is none, 403 when the site's settings refuse
 * it, 409 for a handle in use, 429 as any registration.
 */
export async function registerFromGoogle(
  req: Request,
  { handle, displayName }: PendingSignUpInput,
): Promise<Proven> {
  const pending = pendingIn(req)
  if (!pending) throw notFound(MESSAGES.pendingSignUpGone)
  const admission = await admit(req, handle, pending.inviteHash ?? null)
  const { googleId, email } = pending
  await assertMailAllowed(email)
  await assertNamesAllowed({ handle, displayName })
  await assertFree({ handle, email })
  const account = { handle, displayName, email, googleId, emailVerified: true, passwordHash: null }
  const { id } = await createAccount({ ...admission.accountFields, ...account }, (tx, userId) =>
    admission.use(tx, userId),
  )
  forgetDetails(req, handle)
  return { id, sessionEpoch: 0 }
}

const LOST =
  'Nobody had confirmed this address before, so we removed the old password and ended all sessions. You can set a new password in your settings.'

/** Sent when Google opens an existing account for the first time. */
const linkedMail = (
  to: string,
  { handle, lostPassword }: { handle: string; lostPassword: boolean },
): Mail => ({
  to,
  subject: `Google opens your ${houseName()} account now`,
  title: 'A second key to the throne room',
  words: [
    `The Google account with this address opens @${handle} from now on.`,
    ...(lostPassword ? [LOST] : []),
  ],
  button: { label: 'Look at your settings', url: `${config.PUBLIC_URL}/settings?section=security` },
  afterwards: [
    'If it was not you, somebody else uses your Google account. Secure that account first, then answer this mail.',
  ],
})

const unlinkedMail = (to: string, handle: string): Mail => ({
  to,
  subject: `Google no longer opens your ${houseName()} account`,
  title: 'One key fewer to the throne room',
  words: [`Your Google account was unlinked from @${handle}. The password opens it as before.`],
  button: { label: 'Look at your settings', url: `${config.PUBLIC_URL}/settings?section=security` },
  afterwards: ['If it was not you, choose a new password now, then answer this mail.'],
})
