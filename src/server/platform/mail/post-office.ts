import path from 'node:path'
import type { Erase } from '../erasure.ts'
import { config } from '../config.ts'
import { defineJob } from '../jobs/job-kinds.ts'
import { removeJobs } from '../jobs/job-store.ts'
import type { Transaction } from '../mongo/transaction.ts'
import { outboxCarrier, smtpCarrier, type Carrier } from './carriers.ts'
import type { Mail } from './mail.ts'

/** Nobody wants an older mail, and the address in it goes with it. */
const KEPT_MS = 6 * 3600_000
/** Longer than the carrier's patience. */
const LIMIT_MS = 60_000
const AT_ONCE = 4

const carrier: Carrier = config.SMTP_URL
  ? smtpCarrier(config.SMTP_URL, config.MAIL_FROM)
  : outboxCarrier(path.join(config.DATA_DIR, 'outbox'), config.MAIL_FROM, {
      printsLinks: config.NODE_ENV === 'development',
    })
const underway = new Set<Promise<void>>()

type About = Readonly<Record<string, string>>
type Write<A extends About> = (about: A) => Promise<Mail | null>
/**
 * Puts a mail into the store, with what caused it or alone. It is written and carried soon after, by
 * whichever process is there.
 */
export type Post<A extends About> = (about: A, tx?: Transaction) => Promise<void>

/**
 * Declares a kind of mail: how it is written from what it is about, at the moment it is sent. The store holds
 * what a mail is about, never what it says: links are minted when it is written, so that nothing there opens
 * anything. `write` answers null where there is nothing to send; the caller of the post learns neither that
 * nor how long it took (SECURITY, Recovery).
 */
export function mailKind<A extends About>(kind: string, write: Write<A>): Post<A> {
  const job = defineJob<A>({
    kind: `mail:${kind}`,
    concurrency: AT_ONCE,
    maxAttempts: Infinity,
    expiresAfterMs: KEPT_MS,
    limitMs: LIMIT_MS,
    run: (about) => carry(write(about)),
  })
  return (about, tx) => job.enqueue(about, tx && { tx })
}

async function carry(written: Promise<Mail | null>): Promise<void> {
  const work = written.then(async (mail) => (mail ? carrier.carry(mail) : undefined))
  const done = work
    .then(
      () => undefined,
      () => undefined,
    )
    .finally(() => underway.delete(done))
  underway.add(done)
  await work
}

/** Removes the mails of somebody whose account goes: what waits, and what has gone out meanwhile. */
export const eraseMails: Erase = async (person) => {
  await removeJobs({
    kind: /^mail:/,
    $or: [{ 'payload.userId': person.id }, { 'payload.email': person.email }],
  })
  await Promise.all(underway)
  await carrier.forget(person)
}

/** Resolves when mails can leave the house at this moment; throws why not. */
export const mailWorks = (): Promise<void> => carrier.check()

/** Lets go of the mail server, when no job uses it any more. */
export const closeMail = (): void => carrier.close()
