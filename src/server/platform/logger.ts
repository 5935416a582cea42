import { hostname } from 'node:os'
import { pino, type DestinationStream, type LogFn } from 'pino'
import { config } from './config.ts'
import { reportUnexpected } from './error-reports.ts'
import { isNewWarning, isStoreOutage, recordOutage } from './mongo/store-outage.ts'
import { VERSION } from './version.ts'

type LogArguments = Parameters<LogFn>
const ERROR = pino.levels.values['error']!
const WARN = pino.levels.values['warn']!
const wanted = pino.levels.values[config.LOG_LEVEL] ?? Infinity

/**
 * The log. Never contains cookies, passwords, tokens, e-mails or messages (SECURITY, Logs). JSON lines for
 * machines; plain lines at a terminal.
 */
export const logger = pino(
  {
    // The monitor gets an error even when the log level hides it.
    level: wanted > ERROR ? 'error' : config.LOG_LEVEL,
    base: { pid: process.pid, hostname: hostname(), version: VERSION },
    hooks: {
      logMethod(args, method, level) {
        const logged = level >= WARN ? withoutFlood(args, level) : args
        if (!logged) return
        if (level >= ERROR) reportLogged(logged)
        if (level >= wanted) method.apply(this, logged)
      },
    },
    redact: [
      'req.headers.cookie',
      'req.headers.authorization',
      'res.headers["set-cookie"]',
      'password',
      'email',
      'token',
      'content',
    ],
  },
  await destination(),
)

/**
 * While the store is away every request and job fails: its errors are one condition, logged once, and of each warning
 * there is one, without its stack.
 */
function withoutFlood(args: LogArguments, level: number): LogArguments | null {
  const [first, words] = args as [unknown, unknown]
  const { err, ...rest } = (typeof first === 'object' && first !== null ? first : {}) as { err?: unknown }
  if (!isStoreOutage(err)) return args
  if (level < ERROR) {
    const { name, message } = err as Error
    return isNewWarning(String(words)) ? [{ ...rest, reason: `${name}: ${message}` }, String(words)] : null
  }
  const note = recordOutage()
  return note && [{ err, ...note }, 'the store does not answer']
}

/** Every logged error goes to the monitor: no caller has to report it twice. */
function reportLogged([first, words]: readonly unknown[]): void {
  const { err, job, event } = (typeof first === 'object' && first !== null ? first : {}) as {
    err?: unknown
    job?: string
    event?: string
  }
  const during = typeof first === 'string' ? first : typeof words === 'string' ? words : ''
  reportUnexpected({
    source: job ? 'job' : 'server',
    error: err ?? new Quiet(during),
    during,
    test: event === 'monitor:tested',
  })
}

/** A logged string has no stack of its origin. */
class Quiet extends Error {
  override readonly name = 'Error'
  override readonly stack = ''
}

async function destination(): Promise<DestinationStream> {
  if (config.NODE_ENV === 'production' || !process.stdout.isTTY) return pino.destination(1)
  const { default: pretty } = await import('pino-pretty')
  return pretty({ sync: true, ignore: 'pid,hostname,version', translateTime: 'SYS:HH:MM:ss' })
}
