import type { Request } from 'express'
import { trusted } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type {
  SecondFactorChangeView,
  SecondFactorView,
  TotpSecretView,
} from '#contract/account.second-factor.ts'
import { adminsNeedSecondFactor } from '#server/features/account/login/admin-door.policy.ts'
import { badRequest, conflict, notFound, unauthorised } from '#server/platform/errors.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { recordSecurityEvent } from '#server/platform/security-events.ts'
import { isStaff, type Viewer } from '#server/platform/viewer.ts'
import { renewSession } from '#server/features/account/login/sessions.ts'
import { endOtherSessions, endAllSessions } from '#server/features/people/users/accounts.service.ts'
import { clock } from '#server/platform/clock.ts'
import { newRecoveryCodes, newSecret, plain, secondFactorRate, stepOfCode } from './codes.service.ts'
import { postFactorNews, type FactorNews } from './factor-mails.ts'
import { FactorsModel, type FactorsDocument, type Passkey, factorsOf, hasFactor } from './factors.model.ts'
import { NOBODY, recordAdminAction } from '#server/shared/audit/audit-log.ts'

/** How long an app may take to confirm its secret, ms. */
const CONFIRM_WITHIN = 30 * 60_000

/** The person's factors, without secrets. */
export async function secondFactorView(viewer: Viewer, req: Request): Promise<SecondFactorView> {
  const factors = await factorsOf(viewer.id)
  const passkeys = factors?.passkeys ?? []
  return {
    totp: factors?.totp ? times(factors.totp) : null,
    passkeys: passkeys.map((passkey) => ({ id: passkey.id, name: passkey.name, ...times(passkey) })),
    recoveryCodes: factors?.recoveryCodes.length ?? 0,
    required: adminsNeedSecondFactor && (isStaff(viewer) || viewer.crownWaits === true),
    used: req.session.secondFactor ?? false,
  }
}

const times = ({ addedAt, lastUsedAt }: { addedAt: Date; lastUsedAt: Date | null }) => ({
  addedAt: addedAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** A secret for an authenticator app; it is active once a code of it was entered. */
export async function beginTotp({ id, handle }: Viewer): Promise<TotpSecretView> {
  const { sealed, secret, address } = newSecret(id, handle)
  await FactorsModel.updateOne(
    { _id: id },
    {
      $set: { waiting: { secret: sealed, until: new Date(clock.now() + CONFIRM_WITHIN) } },
      $setOnInsert: { totp: null, passkeys: [], recoveryCodes: [] },
    },
    { upsert: true },
  )
  return { secret, address }
}

/** Activates the secret, in place of an older one. Throws 400 for a wrong code, or when no secret waits. */
export async function confirmTotp(
  viewer: Viewer,
  code: string,
  req: Request,
): Promise<SecondFactorChangeView> {
  await secondFactorRate.consume(viewer.id)
  const waiting = (await factorsOf(viewer.id))?.waiting
  if (!waiting || waiting.until.getTime() < clock.now()) throw badRequest(MESSAGES.totpFirst)
  const step = stepOfCode(viewer.id, waiting.secret, plain(code))
  if (step === null) throw badRequest(MESSAGES.codeWrong)
  await secondFactorRate.forgive(viewer.id)
  const totp = { secret: waiting.secret, lastStep: step, addedAt: clock.date(), lastUsedAt: null }
  return change(viewer, req, {
    news: 'totp-added',
    filter: { 'waiting.secret': waiting.secret },
    update: { $set: { totp, waiting: null } },
  })
}

/** Throws 404 when there is none, 409 for an admin's last factor when one is required. */
export const removeTotp = (viewer: Viewer, req: Request): Promise<SecondFactorChangeView> =>
  change(viewer, req, {
    news: 'totp-removed',
    filter: { totp: trusted({ $ne: null }) },
    update: { $set: { totp: null } },
  })

/** Adds a passkey that the authenticator has just made. */
export const addPasskey = (viewer: Viewer, passkey: Passkey, req: Request): Promise<SecondFactorChangeView> =>
  change(viewer, req, {
    news: 'passkey-added',
    filter: {},
    update: { $push: { passkeys: passkey }, $setOnInsert: { totp: null, waiting: null, recoveryCodes: [] } },
  })

/** Throws 404 when there is none of this name, 409 for an admin's last factor when one is required. */
export const removePasskey = (
  viewer: Viewer,
  passkeyId: string,
  req: Request,
): Promise<SecondFactorChangeView> =>
  change(viewer, req, {
    news: 'passkey-removed',
    filter: { 'passkeys.id': passkeyId },
    update: { $pull: { passkeys: { id: passkeyId } } },
  })

/** Replaces the recovery codes by ten new ones. Throws 404 when the person has no second factor. */
export async function renewRecoveryCodes(viewer: Viewer, req: Request): Promise<SecondFactorChangeView> {
  const { codes, hashes } = newRecoveryCodes()
  await transact(async (tx) => {
    const factors = await FactorsModel.findOneAndUpdate(
      { _id: viewer.id },
      { $set: { recoveryCodes: hashes } },
      { session: tx.session },
    ).lean<FactorsDocument>()
    if (!hasFactor(factors)) throw notFound()
    await postFactorNews({ userId: viewer.id, news: 'recovery-renewed', left: '' }, tx)
  })
  return { factors: await secondFactorView(viewer, req), recoveryCodes: codes }
}

interface Change {
  news: FactorNews
  filter: Record<string, unknown>
  update: Record<string, unknown>
}

/**
 * Changes the factors; all other sessions end, this one continues under a new id, and the person gets a mail.
 * The first factor brings recovery codes.
 */
async function change(viewer: Viewer, req: Request, wanted: Change): Promise<SecondFactorChangeView> {
  const { sessionEpoch, codes, secondFactor } = await transact(async (tx) => {
    const { codes, secondFactor } = await write(tx, viewer, wanted)
    await postFactorNews({ userId: viewer.id, news: wanted.news, left: '' }, tx)
    return { codes, secondFactor, sessionEpoch: await endOtherSessions(tx, viewer.id, req.sessionID) }
  })
  if (sessionEpoch === null) throw unauthorised()
  recordSecurityEvent({ event: 'second-factor-changed', outcome: 'done', userId: viewer.id, req })
  await renewSession(req, { id: viewer.id, sessionEpoch }, { secondFactor })
  return { factors: await secondFactorView(viewer, req), recoveryCodes: codes }
}

async function write(
  { session }: Transaction,
  viewer: Viewer,
  { news, filter, update }: Change,
): Promise<{ codes: string[] | null; secondFactor: boolean }> {
  const options = { session, returnDocument: 'after', upsert: news === 'passkey-added' } as const
  const factors = await FactorsModel.findOneAndUpdate(
    { _id: viewer.id, ...filter },
    update,
    options,
  ).lean<FactorsDocument>()
  if (!factors) throw notFound()
  if (!hasFactor(factors)) {
    if (adminsNeedSecondFactor && isStaff(viewer)) throw conflict(MESSAGES.lastFactor)
    await FactorsModel.deleteOne({ _id: viewer.id }, { session })
    return { codes: null, secondFactor: false }
  }
  if (factors.recoveryCodes.length > 0 || !news.endsWith('-added')) return { codes: null, secondFactor: true }
  const { codes, hashes } = newRecoveryCodes()
  await FactorsModel.updateOne({ _id: viewer.id }, { $set: { recoveryCodes: hashes } }, { session })
  return { codes, secondFactor: true }
}

/** Removes all second factors of a person within a transaction; false when there is none. */
export async function dropFactors(tx: Transaction, userId: string): Promise<boolean> {
  const { deletedCount } = await FactorsModel.deleteOne({ _id: userId }, { session: tx.session })
  if (deletedCount === 1) await postFactorNews({ userId, news: 'reset', left: '' }, tx)
  return deletedCount === 1
}

/**
 * Removes the second factors of a locked-out person; only the command line calls it. All sessions end, the
 * person gets a mail, and the audit log an entry. Returns false when there was no second factor.
 */
export const resetSecondFactor = (userId: string): Promise<boolean> =>
  transact(async (tx) => {
    if (!(await dropFactors(tx, userId))) return false
    await endAllSessions(tx, userId)
    await recordAdminAction(tx, {
      admin: NOBODY,
      action: 'user.reset-factor',
      target: { type: 'user', id: userId },
      after: { by: 'command line' },
    })
    return true
  })
