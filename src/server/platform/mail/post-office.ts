import path from 'node:path'
import { trusted, type QueryFilter } from 'mongoose'
import { bus } from '../bus.ts'
import type { Erase } from '../departed.ts'
import { config } from '../config.ts'
import { logger } from '../logger.ts'
import type { Transaction } from '../mongo/transaction.ts'
import { outboxCarrier, smtpCarrier, type Carrier } from './carriers.ts'
import type { Mail } from './mail.ts'
import { MailModel, type MailDocument } from './mails.model.ts'

/** How long to wait before each further try, ms; the last one for all that follow. */
const AGAIN_AFTER = [1_000, 5_000, 30_000, 120_000, 600_000]
/** A mail whose process was killed is found within this time after its lease. */
const LOOK_EVERY_MS = 3_000
/** Longer than the carrier's patience. */
const LEASE_MS = 60_000
const KEPT_MS = 6 * 3600_000
const AT_ONCE = 4

const carrier: Carrier = config.SMTP_URL
  ? smtpCarrier(config.SMTP_URL, config.MAIL_FROM)
  : outboxCarrier(path.join(config.DATA_DIR, 'outbox'), config.MAIL_FROM, { printsLinks: config.NODE_ENV === 'development' })
const underway = new Set<Promise<void>>()
const office = { open: false }

type About = Readonly<Record<string, string>>
type Write<A extends About> = (about: A) => Promise<Mail | null>
/** Puts a mail into the store, with what caused it or alone. It is written and carried soon after, by whichever process is there. */
export type Post<A extends About> = (about: A, tx?: Transaction) => Promise<void>

const writers = new Map<string, Write<never>>()

/**
 * Declares a kind of mail: how it is written from what it is about, at the moment it is sent. `write` answers null where
 * there is nothing to send; the caller of the post learns neither that nor how long it took (SECURITY, Recovery).
 */
export function mailKind<A extends About>(kind: string, write: Write<A>): Post<A> {
  writers.set(kind, write)
  return async (about, tx) => {
    const now = Date.now()
    await MailModel.create([{ kind, about, dueAt: new Date(now), expiresAt: new Date(now + KEPT_MS) }], tx && { session: tx.session })
    ;(tx ?? bus).emit('mail:posted', {})
  }
}

/** Removes the mails of somebody whose account goes: what waits, and what has gone out meanwhile. */
export const eraseMails: Erase = async (person) => {
  await MailModel.deleteMany(trusted({ $or: [{ 'about.userId': person.id }, { 'about.email': person.email }] }))
  await Promise.all(underway)
  await carrier.forget(person)
}

/** Resolves when mails can leave the house at this moment; throws why not. */
export const mailWorks = (): Promise<void> => carrier.check()

/** Carries the mails that wait, its own and those that a stopped process has left. Returns the function that stops looking. */
export function startPostOffice(): () => void {
  office.open = true
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  const stop = bus.on('mail:posted', look)
  look()
  return () => {
    office.open = false
    clearInterval(timer)
    stop()
  }
}

/** Waits for the mails that are on their way, then lets go of the mail server. What has not arrived stays in the store. */
export async function closeMail(): Promise<void> {
  office.open = false
  await Promise.all(underway)
  carrier.close()
}

function look(): void {
  if (!office.open || underway.size >= AT_ONCE) return
  const work = deliverNext()
    .then((found) => void (found && setImmediate(look)))
    .catch((error: unknown) => logger.error({ err: error, job: 'mail' }, 'the mails that wait could not be read'))
    .finally(() => underway.delete(work))
  underway.add(work)
}

async function deliverNext(): Promise<boolean> {
  const waiting: QueryFilter<MailDocument> = { dueAt: trusted({ $lte: new Date() }), kind: trusted({ $in: [...writers.keys()] }) }
  const lease = { $set: { dueAt: new Date(Date.now() + LEASE_MS) }, $inc: { attempts: 1 } }
  const row = await MailModel.findOneAndUpdate(waiting, lease, { sort: { dueAt: 1 }, returnDocument: 'after' }).lean<MailDocument>()
  if (!row) return false
  look()
  try {
    const mail = await (writers.get(row.kind) as Write<About>)(row.about)
    if (mail) await carrier.carry(mail)
    await MailModel.deleteOne({ _id: row._id })
  } catch (error) {
    await tryAgain(row, error)
  }
  return true
}

async function tryAgain({ _id, kind, attempts, expiresAt }: MailDocument, error: unknown): Promise<void> {
  const wait = AGAIN_AFTER[Math.min(attempts, AGAIN_AFTER.length) - 1]!
  const dueAt = new Date(Date.now() + wait)
  if (dueAt >= expiresAt) {
    await MailModel.deleteOne({ _id })
    return logger.error({ err: error, kind, attempts, job: 'mail' }, 'a mail could not be sent')
  }
  logger.warn({ err: error, kind, attempts }, 'a mail will be tried again')
  await MailModel.updateOne({ _id }, { $set: { dueAt } })
  if (wait < LOOK_EVERY_MS) setTimeout(look, wait).unref()
}
