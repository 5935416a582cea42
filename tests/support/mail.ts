import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** Each log-in of a test's next visitor is one on a new device. */
const isOfNewDevice = ({ subject }: Email): boolean => subject?.startsWith('A new device on') ?? false

/** The mails in a server's outbox for one address, oldest first, without those on new devices. */
export const outbox = async (dataDir: string, to: string): Promise<Email[]> =>
  (await allMails(dataDir, to)).filter((mail) => !isOfNewDevice(mail))

/** The mails on new devices alone. */
export const newDeviceMails = async (dataDir: string, to: string): Promise<Email[]> =>
  (await allMails(dataDir, to)).filter(isOfNewDevice)

async function allMails(dataDir: string, to: string): Promise<Email[]> {
  const folder = path.join(dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(files.map((name) => parsedMail(path.join(folder, name))))
  return mails.filter((mail) => mail.to?.some(({ address }) => address === to))
}

/** A mail does not change once it has its name, and tests ask for the whole outbox every 20 ms. */
const parsed = new Map<string, Email>()

async function parsedMail(file: string): Promise<Email> {
  const known = parsed.get(file)
  if (known) return known
  const mail = await PostalMime.parse(await readFile(file))
  parsed.set(file, mail)
  return mail
}

/** Waits for the `count`-th mail to this address and answers it. */
export async function nthMail(dataDir: string, to: string, count = 1): Promise<Email> {
  await until(`mail ${count} to ${to}`, async () => (await outbox(dataDir, to)).length >= count)
  return (await outbox(dataDir, to))[count - 1]!
}

/** The token of the link in a mail that resets a password, or confirms an address. */
export const tokenIn = (mail: Email): string =>
  /(?:reset-password|confirm-email)\?token=([\w-]{43})\s/.exec(mail.text ?? '')![1]!

export interface MailServer {
  readonly url: string
  readonly mails: readonly Email[]
  /** How many mails it has refused. */
  refusals(): number
  /** Takes mails from now on: before, it refused each with 451. */
  takeMails(): void
  /** Refuses each with 451 from now on. */
  refuseMails(): void
  /** There is no such address from now on: 550 5.1.1. */
  closeAddress(address: string): void
  close(): Promise<void>
}

/** A real SMTP server on a port of its own. */
export async function startMailServer(): Promise<MailServer> {
  const mails: Email[] = []
  const closed = new Set<string>()
  let refusing = false
  let refusals = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onMailFrom: (_address, _session, done) => {
      if (!refusing) return done()
      refusals++
      done(Object.assign(new Error('busy'), { responseCode: 451 }))
    },
    onRcptTo: ({ address }, _session, done) =>
      done(
        closed.has(address) ? Object.assign(new Error('5.1.1 no such address'), { responseCode: 550 }) : null,
      ),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail)
          done()
        })
      })
    },
  })
  // A client that was killed in the middle of a mail. Without a listener it would end the tests.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error
  })
  const port = await freePort()
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refusals: () => refusals,
    takeMails: () => void (refusing = false),
    refuseMails: () => void (refusing = true),
    closeAddress: (address) => void closed.add(address),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
