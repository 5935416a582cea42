import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Erase } from '../departed.ts'
import { config } from '../config.ts'
import { logger } from '../logger.ts'
import { outboxCarrier, smtpCarrier, type Carrier } from './carriers.ts'
import type { Mail } from './mail.ts'

/** How long to wait before each further try, ms. */
const AGAIN_AFTER = [1_000, 5_000]
/** Mails on their way at once; more come only from somebody who floods. */
const MOST = 200

const carrier: Carrier = config.SMTP_URL ? smtpCarrier(config.SMTP_URL, config.MAIL_FROM) : outboxCarrier(path.join(config.DATA_DIR, 'outbox'), config.MAIL_FROM)
const closing = new AbortController()
const underway = new Set<Promise<void>>()

/**
 * Sends what `write` makes, behind the answer: the caller learns neither how long it takes nor whether there was
 * anything to send (null). What fails three times is logged.
 */
export function sendLater(write: () => Promise<Mail | null>): void {
  if (underway.size >= MOST) return logger.error({ underway: underway.size, job: 'mail' }, 'too many mails on their way: one was not sent')
  const work = send(write).catch((error: unknown) => logger.error({ err: error, job: 'mail' }, 'a mail could not be sent'))
  underway.add(work)
  void work.finally(() => underway.delete(work))
}

async function send(write: () => Promise<Mail | null>): Promise<void> {
  const mail = await write()
  if (mail) await insist(() => carrier.carry(mail))
}

async function insist(carry: () => Promise<void>): Promise<void> {
  for (const wait of AGAIN_AFTER) {
    try {
      return await carry()
    } catch (error) {
      if (closing.signal.aborted) throw error
      logger.warn({ err: error }, 'a mail will be tried again')
      // When the house closes, the next try is at once, and the last.
      await pause(wait, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  return carry()
}

/** Removes the mails of somebody whose account goes, once those on their way have gone. */
export const eraseMails: Erase = async (person) => {
  await Promise.all(underway)
  await carrier.forget(person)
}

/** Resolves when mails can leave the house at this moment; throws why not. */
export const mailWorks = (): Promise<void> => carrier.check()

/** Waits for the mails that are on their way, then lets go of the mail server. */
export async function closeMail(): Promise<void> {
  closing.abort()
  await Promise.all(underway)
  carrier.close()
}
