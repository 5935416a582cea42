import path from 'node:path'
import type { Erase } from '../erasure.ts'
import { config } from '../config.ts'
import { defineJob } from '../jobs/job-kinds.ts'
import { removeJobs } from '../jobs/job-store.ts'
import type { Transaction } from '../mongo/transaction.ts'
import { fileTransport, smtpTransport, type MailTransport } from './transports.ts'
import { mails } from '../metrics.ts'
import type { Mail } from './mail.ts'

/** An older mail is worthless, and its address is deleted with it. */
const EXPIRES_MS = 6 * 3600_000
/** Longer than the time-outs of the transport. */
const LIMIT_MS = 60_000
const CONCURRENCY = 4

const transport: MailTransport = config.SMTP_URL
  ? smtpTransport(config.SMTP_URL, config.MAIL_FROM)
  : fileTransport(path.join(config.DATA_DIR, 'outbox'), config.MAIL_FROM, {
      printsLinks: config.NODE_ENV === 'development',
    })
const running = new Set<Promise<void>>()

type About = Readonly<Record<string, string>>
type Write<A extends About> = (about: A) => Promise<Mail | null>
/**
 * Puts a mail into the queue, in the transaction that causes it or alone. Any process writes and sends it soon
 * after.
 */
export type QueueMail<A extends About> = (about: A, tx?: Transaction) => Promise<void>

interface MailTemplate<A extends About> extends QueueMail<A> {
  /** The same, and a mail of this key that waits is not queued again. */
  once(about: A, key: string): Promise<void>
}

interface MailOptions<A extends About> {
  /** Called when a mail was not taken, before it is tried again. True: it is not tried again. */
  failed?: (about: A, error: unknown) => Promise<boolean>
}

/**
 * Declares a template: how a mail is written when it is sent. The queue stores what the mail is about, never
 * its text: links are made when it is written, so that nothing in the store opens an account. `write` returns
 * null when there is nothing to send; the caller learns neither that nor how long it took (SECURITY, Recovery).
 */
export function mailTemplate<A extends About>(
  kind: string,
  write: Write<A>,
  { failed }: MailOptions<A> = {},
): MailTemplate<A> {
  const job = defineJob<A>({
    kind: `mail:${kind}`,
    does: 'Sends one mail.',
    concurrency: CONCURRENCY,
    maxAttempts: Infinity,
    expiresAfterMs: EXPIRES_MS,
    limitMs: LIMIT_MS,
    run: (about) => send(write(about), (error) => failed?.(about, error)),
  })
  const queue = (about: A, tx?: Transaction) => job.enqueue(about, tx && { tx })
  return Object.assign(queue, { once: (about: A, key: string) => job.enqueue(about, { key }) })
}

async function send(
  written: Promise<Mail | null>,
  failed: (error: unknown) => Promise<boolean> | undefined,
): Promise<void> {
  const deliver = async (mail: Mail) => {
    try {
      await transport.send(mail)
      mails.inc({ result: 'sent' })
    } catch (error) {
      mails.inc({ result: 'failed' })
      if (!(await failed(error))) throw error
    }
  }
  const work = written.then(async (mail) => (mail ? deliver(mail) : undefined))
  const done = work
    .then(
      () => undefined,
      () => undefined,
    )
    .finally(() => running.delete(done))
  running.add(done)
  await work
}

/** Deletes the mails of a person whose account is deleted: queued ones, and files of those sent meanwhile. */
export const eraseMails: Erase = async (person) => {
  await removeJobs({
    kind: /^mail:/,
    $or: [
      { 'payload.userId': person.id },
      { 'payload.email': person.email },
      // To an address that they had before.
      { 'payload.handle': person.handle },
    ],
  })
  await Promise.all(running)
  await transport.erase(person)
}

/** Sends a mail at once, past the queue: for an operator who tests. Throws when it was not taken. */
export const sendAtOnce = (mail: Mail): Promise<void> => transport.send(mail)

/** Resolves when mails can be sent now; otherwise throws the reason. */
export const mailWorks = (): Promise<void> => transport.check()

/** Closes the connections to the mail server. No job may use them any more. */
export const closeMail = (): void => transport.close()
