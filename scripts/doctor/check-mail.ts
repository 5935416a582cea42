import { createTransport } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js'
import { config } from '#server/platform/config.ts'
import { isLocalHost } from '#server/platform/load-config.ts'
import { fault, ok, reasonOf, warning, type Check, type Finding } from './finding.ts'

const WAIT_MS = 10_000

/** As nodemailer reads SMTP_URL. */
type Options = SMTPConnection.Options & { auth?: Parameters<SMTPConnection['login']>[0] }

export const checkMail: Check = { part: 'mail', look: lookAtMail }

/** Connects and logs in as for a mail, and sends none. */
async function lookAtMail(): Promise<Finding> {
  if (!config.SMTP_URL)
    return warning('SMTP_URL is not set: mails are files in DATA_DIR/outbox, and nobody gets them.')
  const { options } = createTransport({ url: config.SMTP_URL }) as unknown as { options: Options }
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
  })
  try {
    await signedIn(connection, options)
    const where = `${options.host}:${connection.port}`
    const identity = options.auth ? ' and takes the log-in' : ''
    const isPrivate = connection.secure || isLocalHost(String(options.host))
    return isPrivate
      ? ok(`${where} answers${connection.secure ? ' over TLS' : ''}${identity}. No mail was sent.`)
      : warning(
          `${where} answers${identity}, but without TLS: mails that open accounts can be read on the way. Use smtps://, or a server with STARTTLS.`,
        )
  } catch (error) {
    return fault(
      `The mail server does not take us (${reasonOf(error)}). Start it, let this machine reach it, or correct SMTP_URL with its user and password.`,
    )
  } finally {
    connection.close()
  }
}

const signedIn = (connection: SMTPConnection, { auth }: Options): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.once('error', reject)
    connection.connect((refused) => {
      if (refused) return reject(refused)
      if (!auth) return resolve()
      connection.login(auth, (denied) => (denied ? reject(denied) : resolve()))
    })
  })
