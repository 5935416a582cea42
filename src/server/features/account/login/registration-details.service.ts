import type { Request, Response } from 'express'
import type { Types } from 'mongoose'
import { ageBandOf, type RegistrationDetailsInput } from '#contract/account.ts'
import { MESSAGES } from '#contract/errors.ts'
import { networkOf } from '#server/platform/address.ts'
import { badRequest } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import {
  COOKIE_ATTRIBUTES,
  cookieOf,
  secureSite,
  setSignedCookie,
  signedContent,
} from '#server/platform/cookies.ts'
import { inviteHash } from '#server/features/account/sign-up/invitations.service.ts'
import { assertMaySignUp } from '#server/features/account/sign-up/sign-up.service.ts'
import type { NewAccount } from '#server/features/people/users/accounts.service.ts'
import { clock } from '#server/platform/clock.ts'
import { provenPuzzle, spendProof } from './puzzle.service.ts'

/** What a browser has told for its next registration. */
interface Details {
  agreed?: Omit<NonNullable<NewAccount['agreed']>, 'at'>
  /** The id of the solved puzzle. */
  puzzleId?: string
  inviteHash: string | null
  /** Epoch ms. */
  until: number
}

// The form sends the registration at once.
const LIFETIME_MS = 10 * 60_000
const PURPOSE = 'registrations'
const ATTRIBUTES = { ...COOKIE_ATTRIBUTES, path: '/api/auth' } as const

// One for each handle: two tabs that sign up at the same time do not take each other's.
const cookieFor = (handle: string): string => `${secureSite ? '__Secure-' : ''}sign-up-${handle}`

/**
 * Leaves the details of a registration in a signed cookie for it. Nothing is stored for somebody who may not
 * finish, and any process can create the account. Throws 400 for an invalid proof.
 */
export function storeDetails(
  res: Response,
  { handle, puzzleProof, birthYear, termsVersion, privacyVersion, invite }: RegistrationDetailsInput,
): void {
  const agreed = {
    ageBand: birthYear === undefined ? null : ageBandOf(birthYear),
    terms: termsVersion ?? null,
    privacy: privacyVersion ?? null,
  }
  const saidSomething = Object.values(agreed).some((value) => value !== null)
  const details: Details = {
    ...(puzzleProof !== undefined && { puzzleId: provenPuzzle(puzzleProof) }),
    ...(saidSomething && { agreed }),
    inviteHash: inviteHash(invite),
    until: clock.now() + LIFETIME_MS,
  }
  const cookie = { purpose: PURPOSE, content: details, maxAge: LIFETIME_MS, ...ATTRIBUTES } as const
  setSignedCookie(res, cookieFor(handle), cookie)
}

/**
 * The details that this browser has told for the handle; null when it has told none. Throws 400 when they are
 * too old. They stay until the account exists, so that a retry has them too.
 */
function detailsFor(req: Request, handle: string): Details | null {
  const name = cookieFor(handle)
  if (cookieOf(req, name) === undefined) return null
  const details = signedContent<Details>(req, name, PURPOSE)
  if (details && details.until > clock.now()) return details
  forgetDetails(req, handle)
  throw badRequest(MESSAGES.solvePuzzle)
}

/** Called when the account is created. */
export const forgetDetails = (req: Request, handle: string): void =>
  void req.res!.clearCookie(cookieFor(handle), ATTRIBUTES)

export const registerRate = rateLimit('register', 5, 30 * 60)
/** Registrations without a solved puzzle, by network address. */
const unprovenRate = rateLimit('registerUnproven', 5, 24 * 3600)

interface Admission {
  /** What the account record keeps of the registration. */
  accountFields: Pick<NewAccount, 'unproven' | 'agreed'>
  /**
   * Uses up the solved puzzle and the invitation in the transaction that creates the account. Throws 400 and 403
   * when they were used before.
   */
  use(tx: Transaction, userId: Types.ObjectId): Promise<void>
}

/**
 * Limits registrations of a network address: 5 in 30 minutes, and without a solved puzzle 5 a day. Such an
 * account is marked until its address is confirmed. Google's sign-up knows its invitation already. Throws 429,
 * 400 for details that are too old, 403 when the site's settings refuse the registration.
 */
export async function admit(req: Request, handle: string, invitedBy?: string | null): Promise<Admission> {
  const { puzzleId, agreed, inviteHash: hash = null } = detailsFor(req, handle) ?? {}
  const address = networkOf(req.ip)
  await registerRate.consume(address)
  if (puzzleId === undefined) await unprovenRate.consume(address)
  const spendInvitation = await assertMaySignUp(invitedBy === undefined ? hash : invitedBy)
  return {
    accountFields: {
      ...(puzzleId === undefined && { unproven: true }),
      ...(agreed && { agreed: { ...agreed, at: clock.date() } }),
    },
    use: async (tx, userId) => {
      if (puzzleId !== undefined) await spendProof(tx, puzzleId)
      await spendInvitation?.(tx, userId)
    },
  }
}
