import { randomBytes } from 'node:crypto'
import type { Request } from 'express'
import { trusted } from 'mongoose'
import { houseName } from '#server/shared/site-settings/house-name.ts'
import { MESSAGES } from '#contract/errors.ts'
import type {
  NewPasskeyInput,
  PasskeyAssertion,
  SecondFactorChangeView,
} from '#contract/account.second-factor.ts'
import { config } from '#server/platform/config.ts'
import { badRequest, conflict } from '#server/platform/errors.ts'
import { logger } from '#server/platform/logger.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { secureSite } from '#server/platform/cookies.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { FactorsModel, type FactorsDocument, type Passkey, factorsOf } from './factors.model.ts'
import { addPasskey } from './factors.service.ts'

declare module 'express-session' {
  interface SessionData {
    /** The challenge that the browser's next passkey must sign, once; valid until then (epoch ms). */
    passkeyChallenge?: { challenge: string; until: number }
  }
}

// Loaded at the first use: it takes a tenth of the start's time.
const webauthn = () => import('@simplewebauthn/server')

const MAX_PASSKEYS = 10
/** How long a person may take at their authenticator, ms. */
const CHALLENGE_TTL_MS = 5 * 60_000
// Counted for longer than a challenge is valid.
const challengeUses = rateLimit('passkeyChallenges', 1, (2 * CHALLENGE_TTL_MS) / 1000)

/**
 * The site a passkey belongs to: from the settings; in development also the one that the page was opened with
 * (localhost).
 */
function relyingParty({ headers }: Request): { origin: string; rpID: string } {
  const { origin, hostname } = new URL(
    config.NODE_ENV === 'production' || secureSite ? config.PUBLIC_URL : `http://${headers.host}`,
  )
  return { origin, rpID: hostname }
}

function remember({ session, user }: Request, challenge: string): void {
  session.passkeyChallenge = { challenge, until: clock.now() + CHALLENGE_TTL_MS }
  // The session of a visitor expires soon.
  if (!user && !session.halfway) session.cookie.maxAge = CHALLENGE_TTL_MS
}

/**
 * Takes the challenge of this session, once. Requests at the same time have copies of the session each, so its
 * uses are counted. Throws 400 when there is none, an expired one or a used one.
 */
async function takeChallenge({ session }: Request): Promise<string> {
  const pending = session.passkeyChallenge
  delete session.passkeyChallenge
  if (!pending || pending.until < clock.now() || (await challengeUses.penalise(pending.challenge)) > 1)
    throw badRequest(MESSAGES.passkeyWrong)
  return pending.challenge
}

/** Options for making a passkey. Throws 409 after ten passkeys. */
export async function passkeyToMake(
  { id, handle, displayName }: Viewer,
  req: Request,
): Promise<{ challenge: string }> {
  const existing = (await factorsOf(id))?.passkeys ?? []
  if (existing.length >= MAX_PASSKEYS) throw conflict(MESSAGES.passkeyTooMany)
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: houseName(),
    rpID: relyingParty(req).rpID,
    userID: new Uint8Array(Buffer.from(id, 'hex')),
    userName: handle,
    userDisplayName: displayName,
    timeout: CHALLENGE_TTL_MS,
    excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId })),
    // No name has to be typed, and the authenticator verifies the person: both factors in one.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  remember(req, options.challenge)
  return options
}

/** Stores the passkey that the browser has created. Throws 400 when it does not answer the challenge. */
export async function registerPasskey(
  viewer: Viewer,
  { name, passkey }: NewPasskeyInput,
  req: Request,
): Promise<SecondFactorChangeView> {
  const { origin, rpID } = relyingParty(req)
  const expected = {
    expectedChallenge: await takeChallenge(req),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await verified(
    verifyRegistrationResponse({
      response: { ...passkey, response: { ...passkey.response, transports: [] } },
      ...expected,
    }),
  )
  if (!registrationInfo) throw badRequest(MESSAGES.passkeyWrong)
  const { id: credentialId, publicKey, counter } = registrationInfo.credential
  if (await FactorsModel.exists({ 'passkeys.credentialId': credentialId }))
    throw conflict(MESSAGES.passkeyWrong)
  const made: Passkey = {
    id: randomBytes(9).toString('base64url'),
    credentialId,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: passkey.response.transports,
    name,
    addedAt: clock.date(),
    lastUsedAt: null,
  }
  return addPasskey(viewer, made, req)
}

/** Options for using a passkey. They name no credential, so any person can sign. */
export async function passkeyToUse(req: Request): Promise<{ challenge: string }> {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(req).rpID,
    userVerification: 'required',
    timeout: CHALLENGE_TTL_MS,
  })
  remember(req, options.challenge)
  return options
}

/** The owner of the passkey that signed this session's challenge. Throws 400 for an invalid signature. */
export async function ownerOfPasskey(passkey: PasskeyAssertion, req: Request): Promise<string> {
  const challenge = await takeChallenge(req)
  const factors = await FactorsModel.findOne({ 'passkeys.credentialId': passkey.id }).lean<FactorsDocument>()
  const stored = factors?.passkeys.find(({ credentialId }) => credentialId === passkey.id)
  if (!factors || !stored) throw badRequest(MESSAGES.passkeyWrong)
  const { origin, rpID } = relyingParty(req)
  const credential = {
    id: stored.credentialId,
    publicKey: new Uint8Array(Buffer.from(stored.publicKey, 'base64url')),
    counter: stored.counter,
  }
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified: right, authenticationInfo } = await verified(
    verifyAuthenticationResponse({
      response: passkey,
      credential,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    }),
  )
  // Of two answers with the same counter one is a copy.
  const same = {
    _id: factors._id,
    passkeys: trusted({ $elemMatch: { credentialId: stored.credentialId, counter: stored.counter } }),
  }
  const used = { 'passkeys.$.counter': authenticationInfo.newCounter, 'passkeys.$.lastUsedAt': clock.date() }
  if (!right || (await FactorsModel.updateOne(same, { $set: used })).matchedCount !== 1)
    throw badRequest(MESSAGES.passkeyWrong)
  return factors._id.toHexString()
}

// The library throws for anything invalid; the person gets one message.
async function verified<T>(verification: Promise<T>): Promise<T> {
  try {
    return await verification
  } catch (error) {
    logger.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'a passkey was refused')
    throw badRequest(MESSAGES.passkeyWrong)
  }
}
