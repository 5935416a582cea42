import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { logger } from '../logger.ts'
import type { Mail } from './mail.ts'
import { asHtml, asText } from './mail-layout.ts'

/** Takes a mail out of the house. */
export interface Carrier {
  /** Throws when the mail could not be handed over. */
  carry(mail: Mail): Promise<void>
  /** Nothing of a person stays here: neither mails to this address nor any that names them. */
  forget(person: { email: string; handle: string }): Promise<void>
  /** Whether it could be handed over right now; throws why not. */
  check(): Promise<void>
  close(): void
}

// Loaded with the first mail: most processes never send one.
const mailer = async () => (await import('nodemailer')).default

const message = (mail: Mail, from: string) => ({
  from,
  to: mail.to,
  subject: mail.subject,
  text: asText(mail),
  html: asHtml(mail),
  // Nobody's holiday notice shall answer, and no list shall take it for one of theirs.
  headers: { 'Auto-Submitted': 'auto-generated' },
})

/**
 * By SMTP. What hangs is given up, so that it holds neither the mails behind it nor the end of the process.
 */
export function smtpCarrier(url: string, from: string): Carrier {
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
    // What was handed over is not here.
    forget: () => Promise.resolve(),
    carry: async (mail) => inOurWords((await transport()).sendMail(message(mail, from))),
    check: async () => inOurWords((await transport()).verify()),
    close: () => void opened?.then((one) => one.close()),
  }
}

async function inOurWords(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    // oxlint-disable-next-line preserve-caught-error -- the library's own errors quote the address, which must not reach the log (SECURITY, Logs)
    throw new Error(whatWentWrong(error))
  }
}

function whatWentWrong(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return `the mail server did not take it: ${[code, responseCode].filter(Boolean).join(' ') || 'for no reason given'}`
}

/**
 * For who has no mail server (DECISIONS row 17): each mail is a file that any mail program opens, and in
 * development the log says where its button leads. A link opens an account, so no other log may hold it.
 */
export function outboxCarrier(
  folder: string,
  from: string,
  { printsLinks }: { printsLinks: boolean },
): Carrier {
  return {
    async carry(mail) {
      const { message: bytes } = await (
        await mailer()
      )
        .createTransport({ streamTransport: true, buffer: true })
        .sendMail(message(mail, from))
      const file = path.join(
        folder,
        `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`,
      )
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Whole or not at all: whoever watches the folder never meets half a mail.
      await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      const link = printsLinks ? mail.button.url : undefined
      logger.info(
        { file, link },
        `no SMTP_URL: "${mail.subject}" lies in the outbox${link ? `, and leads to ${link}` : ''}`,
      )
    },
    async forget(person) {
      for (const name of await readdir(folder).catch(noneYet)) {
        const file = path.join(folder, name)
        // Its writer may just have renamed it: then the last look finds it.
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

function noneYet(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

// Long lines of a mail are broken by a sign of their own.
function isAbout(mail: string, { email, handle }: { email: string; handle: string }): boolean {
  const text = mail.replaceAll(/=\r?\n/g, '').toLowerCase()
  return text.includes(email) || new RegExp(`@${handle}\\b`).test(text)
}
