import { Types } from 'mongoose'
import { DIGEST_MESSAGES, type DigestRhythm } from '#contract/notifications.constants.ts'
import type { DigestView } from '#contract/notifications.digest.ts'
import { confirmedAddressOf } from '#server/features/people/users/identities.service.ts'
import { config } from '#server/platform/config.ts'
import { badRequest, conflict } from '#server/platform/errors.ts'
import { isSigned, sign } from '#server/platform/keys.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { HOUR } from '#server/platform/durations.ts'
import { NotificationCounterModel } from '../notifications.model.ts'
import { DigestModel, type DigestDocument } from './digest.model.ts'

/** The time between two looks, by rhythm. Who is away is looked for every hour. */
const WAIT_MS: Record<DigestRhythm, number> = { day: 24 * HOUR, week: 7 * 24 * HOUR, away: HOUR }

/** When it is looked again whether there is something to mail. */
export const nextLook = (every: DigestRhythm, from = clock.now()): Date => new Date(from + WAIT_MS[every])

const isAvailable = config.SMTP_URL !== undefined

/** How often the viewer's unread notifications are mailed, and to which address. */
export async function digestOf(viewer: Viewer): Promise<DigestView> {
  const [account, stored] = await Promise.all([
    confirmedAddressOf(viewer.id),
    DigestModel.findById(viewer.id).lean<DigestDocument>(),
  ])
  return {
    available: isAvailable,
    address: account?.isConfirmed ? account.email : null,
    every: stored?.every ?? null,
  }
}

/**
 * Changes how often unread notifications are mailed; null: never. Only those that come from now on are mailed.
 * Throws 409 while the account's address is not confirmed.
 */
export async function setDigest(viewer: Viewer, every: DigestRhythm | null): Promise<DigestView> {
  if (every === null) await forget(viewer.id)
  else {
    if (!(await confirmedAddressOf(viewer.id))?.isConfirmed) throw conflict(DIGEST_MESSAGES.unconfirmed)
    await transact(async (tx) => {
      const counter = await NotificationCounterModel.findById(viewer.id).session(tx.session).lean()
      const seq = counter?.seq ?? 0
      await DigestModel.updateOne(
        { _id: new Types.ObjectId(viewer.id) },
        { $set: { every, nextAt: nextLook(every) }, $setOnInsert: { queuedSeq: seq, mailedSeq: seq } },
        { upsert: true, session: tx.session },
      )
      tx.emit('digest:updated', { userId: viewer.id })
    })
  }
  return digestOf(viewer)
}

const forget = (userId: string): Promise<void> =>
  transact(async (tx) => {
    await DigestModel.deleteOne({ _id: userId }, { session: tx.session })
    tx.emit('digest:updated', { userId })
  })

const words = (userId: string): string => `end digest ${userId}`

/** What ends the mails of a person: their id and our signature. */
export const endDigestToken = (userId: string): string => `${userId}.${sign('subscriptions', words(userId))}`

/** Ends the mails of the person whom the token names; a second call changes nothing. Throws 400 for another token. */
export async function endDigest(token: string): Promise<{ message: string }> {
  const [userId = '', signature = ''] = token.split('.')
  if (!Types.ObjectId.isValid(userId) || !isSigned('subscriptions', words(userId), signature))
    throw badRequest(DIGEST_MESSAGES.invalidLink)
  await forget(userId)
  return { message: DIGEST_MESSAGES.ended }
}
