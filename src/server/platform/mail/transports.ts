import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { logger } from '../logger.ts'
import type { Mail } from './mail.ts'
import { asHtml, asText } from './mail-layout.ts'
import { clock } from '../clock.ts'

/** Sends mails. */
export interface MailTransport {
  /** Throws when the mail was not accepted. */
  send(mail: Mail): Promise<void>
  /** Deletes all mails to this address, and all that name this person. */
  erase(person: { email: string; handle: string }): Promise<void>
  /** Throws when a mail could not be sent now. */
  check(): Promise<void>
  close(): void
}

// Loaded with the first mail: most processes send none.
const mailer = async () => (await import('nodemailer')).default

const message = (mail: Mail, from: string) => ({
  from,
  to: mail.to,
  subject: mail.subject,
  text: asText(mail),
  html: asHtml(mail),
  ...(mail.messageId && { messageId: mail.messageId }),
  // Out-of-office replies and mailing lists ignore such mails.
  headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
})

const unsubscribeHeaders = ({ unsubscribe }: Mail): Record<string, string> =>
  unsubscribe
    ? {
        'List-Unsubscribe': `<${unsubscribe.call}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
    : {}

/** The mail was not taken. */
export class MailError extends Error {
  /** The mail server says that there is no such address, and will not say otherwise later. */
  readonly isNoAddress: boolean

  constructor(message: string, isNoAddress: boolean) {
    super(message)
    this.isNoAddress = isNoAddress
  }
}

/** By SMTP. Time-outs keep a server that hangs from blocking the next mails and the end of the process. */
export function smtpTransport(url: string, from: string): MailTransport {
  const open = async () =>
    (await mailer()).createTransport({
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
    })
  let opened: ReturnType<typeof open> | undefined
  const transport = () => (opened ??= open())
  return {
    // Nothing is stored here.
    erase: () => Promise.resolve(),
    send: async (mail) => withSafeErrors((await transport()).sendMail(message(mail, from))),
    check: async () => withSafeErrors((await transport()).verify()),
    close: () => void opened?.then((one) => one.close()),
  }
}

async function withSafeErrors(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    // oxlint-disable-next-line preserve-caught-error -- the library's own errors quote the address, which must not reach the log (SECURITY, Logs)
    throw new MailError(safeMessage(error), isNoAddress(error))
  }
}

function safeMessage(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return `the mail server did not take it: ${[code, responseCode].filter(Boolean).join(' ') || 'for no reason given'}`
}

// 5.1.x is about the address, 5.2.1 a closed mailbox. Other refusals are about the sender, the text or the moment.
const ABOUT_ADDRESS = /\b5\.(?:1\.\d|2\.1)\b/
const REFUSED = new Set([550, 551, 553])

function isNoAddress(error: unknown): boolean {
  const { command, responseCode = 0, response = '' } = error as Refusal
  const says = /\b5\.\d\.\d/.test(response) ? ABOUT_ADDRESS.test(response) : REFUSED.has(responseCode)
  return command === 'RCPT TO' && says
}

interface Refusal {
  command?: string
  responseCode?: number
  response?: string
}

/**
 * Without a mail server (DECISIONS row 17): writes each mail to a file that any mail program opens. In
 * development the log also prints the link of its button. A link opens an account, so no other log may have it.
 */
export function fileTransport(
  folder: string,
  from: string,
  { printsLinks }: { printsLinks: boolean },
): MailTransport {
  return {
    async send(mail) {
      const { message: bytes } = await (
        await mailer()
      )
        .createTransport({ streamTransport: true, buffer: true })
        .sendMail(message(mail, from))
      const file = path.join(
        folder,
        `${clock.date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`,
      )
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Renamed when it is complete: a program that watches the folder never reads half a mail.
      await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      const link = printsLinks ? mail.button.url : undefined
      logger.info(
        { file, link },
        `no SMTP_URL: "${mail.subject}" lies in the outbox${link ? `, and leads to ${link}` : ''}`,
      )
    },
    async erase(person) {
      for (const name of await readdir(folder).catch(emptyIfMissing)) {
        const file = path.join(folder, name)
        // It may just have been renamed; it is then read under its new name.
        const text = await readFile(file, 'utf8').catch(() => '')
        if (isAbout(text, person)) await rm(file, { force: true })
      }
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.W_OK)
    },
    close: () => undefined,
  }
}

function emptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

// Quoted-printable breaks long lines with '='.
function isAbout(mail: string, { email, handle }: { email: string; handle: string }): boolean {
  const text = mail.replaceAll(/=\r?\n/g, '').toLowerCase()
  return text.includes(email) || new RegExp(`@${handle}\\b`).test(text)
}
