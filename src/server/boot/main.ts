import { flushCompileCache } from 'node:module'
import { BRAND } from '#contract/brand.ts'
import { startCrashReports, reportUncleanExits } from '../features/monitor/crash-reports.ts'
import { hasNoAccounts } from '../features/people/users/accounts.service.ts'
import { config } from '../platform/config.ts'
import { isEveryHost, mayMailPlainly } from '../platform/load-config.ts'
import { CLOSED_TOO_SLOWLY, ENDED_AT_ONCE, REFUSED_START } from '../platform/exit-codes.ts'
import { ensureFolder } from '../platform/folders.ts'
import { logger } from '../platform/logger.ts'
import { openStore } from './open-store.ts'
import { StoreError } from '../platform/mongo/store-error.ts'
import { RefusedSetting, assertBucket } from '../platform/storage/start-checks.ts'
import { onStopSignals } from '../platform/stop-signals.ts'
import { ALIVE_EVERY_MS, isDebugged, type ServerSays } from '../platform/supervisor.ts'
import { startServer } from './start.ts'

// Uploads and data belong to the server's account alone.
process.umask(0o077)
// Else it would be noticed at the first upload.
try {
  for (const setting of ['DATA_DIR', 'UPLOADS_DIR'] as const) ensureFolder(setting, config[setting])
} catch (error) {
  console.error((error as Error).message)
  process.exit(REFUSED_START)
}
const crashReport = startCrashReports()

/** Stops what runs, the database last. */
let close: (() => Promise<void>) | undefined

/** What to do in a house without people. The password of the demo world's admin is public. */
const FIRST_STEPS = {
  real: 'Nobody lives here yet. Register in the browser, then make yourself an admin: npm run admin -- grant HANDLE',
  demo: 'Nobody lives here yet. Open a second terminal and type "npm run seed" to furnish the house with a demo world.',
}

/** Says something to the supervisor, if there is one. */
const say = (words: ServerSays) => void (process.connected && process.send!(words))

// From the beginning on: also while the store is opened the event loop must run.
setInterval(() => say('alive'), ALIVE_EVERY_MS).unref()

/** The process: opens the store, starts the server, and stops both in order on a signal. */
async function run(): Promise<void> {
  for (const lacking of config.unsafe)
    logger.warn(`UNSAFE PRODUCTION, started only because of ALLOW_UNSAFE_PRODUCTION: ${lacking}`)
  if (isEveryHost(config.HOST) && !process.env['PUBLIC_URL'])
    logger.warn(
      `PUBLIC_URL is not set: mailed links lead to ${config.PUBLIC_URL}, which works on this machine only.`,
    )
  if (config.NODE_ENV === 'production' && mayMailPlainly(config.SMTP_URL))
    logger.warn(
      'SMTP_URL does not ask for TLS: where the mail server offers none, mails that open accounts can be read on the way. Use smtps://, or add ?requireTLS=true.',
    )
  await assertBucket()
  const store = await openStore(config)
  // For a start after a kill too. It takes half a second once for each version: here nobody is connected yet.
  flushCompileCache()
  const server = await startServer({ storeUri: store.uri, hasPushSender: !isDebugged() })
  close = async () => {
    await server.close()
    await store.close()
  }
  reportUncleanExits()
  say('open')
  logger.info(`${BRAND.name} is open at ${config.PUBLIC_URL}`)
  if (await hasNoAccounts()) logger.info(FIRST_STEPS[config.NODE_ENV === 'production' ? 'real' : 'demo'])
}

/**
 * Time for an orderly shutdown; then the process ends anyway. Shorter than orchestrators wait (30 s, and what is set
 * for draining).
 */
const CLOSE_WITHIN_MS = 25_000 + config.DRAIN_SECONDS * 1_000

async function stop(signal: string): Promise<void> {
  logger.info({ signal }, 'closing')
  setTimeout(() => {
    logger.warn(`closing took longer than ${CLOSE_WITHIN_MS / 1000} s and was given up`)
    process.exit(CLOSED_TOO_SLOWLY)
  }, CLOSE_WITHIN_MS)
  await close?.()
  process.exit(close ? 0 : 1)
}
onStopSignals(
  (signal) => void stop(signal),
  () => process.exit(ENDED_AT_ONCE),
)
// Its supervisor was killed: nobody would forward a signal any more.
process.once('disconnect', () => void stop('disconnect'))

/** The message for an error that the operator can fix; undefined for a fault of ours. */
function sentence(error: unknown): string | undefined {
  if (error instanceof StoreError || error instanceof RefusedSetting) return error.message
  return error instanceof Error ? notListening(error) : undefined
}

function notListening(error: NodeJS.ErrnoException & { port?: number }): string | undefined {
  const { code, syscall, port = config.PORT } = error
  const [name, host] =
    port === config.METRICS_PORT ? (['METRICS_', config.METRICS_HOST] as const) : (['', config.HOST] as const)
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken by another process. Stop that one, or set ${name}PORT to another.`
  if (code === 'EACCES' && syscall === 'listen')
    return `This process may not open port ${port}. Set ${name}PORT to one above 1023, or give it the right to.`
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return `${name}HOST: ${host} is no address of this machine. Set it to one of its addresses.`
  return undefined
}

try {
  await run()
} catch (error) {
  const words = sentence(error)
  if (!words) crashReport.fellOver(error)
  console.error(words ?? error)
  // Some parts may already run; the embedded database ends with this process.
  process.exit(words ? REFUSED_START : 1)
}
