import { pino, type DestinationStream, type LogFn } from 'pino'
import { config } from './config.ts'
import { reportFault } from './faults.ts'
import { isStoreOutage, noteOutage } from './mongo/store-outage.ts'

type LogArguments = Parameters<LogFn>
const ERROR = pino.levels.values['error']!
const wanted = pino.levels.values[config.LOG_LEVEL] ?? Infinity

/**
 * The process's log. Never holds cookies, passwords, tokens, e-mails or message contents (SECURITY, Logs).
 * One JSON line an event for machines; plain lines for a person at a terminal.
 */
export const logger = pino(
  {
    // An error is heard by the monitor also where the log keeps quiet about it.
    level: wanted > ERROR ? 'error' : config.LOG_LEVEL,
    hooks: {
      logMethod(args, method, level) {
        const told = level >= ERROR ? withoutFlood(args) : args
        if (!told) return
        if (level >= ERROR) hearFault(told)
        if (level >= wanted) method.apply(this, told)
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
 * While the store is away every request and job fails by it: that is logged as one condition, and once in a
 * while.
 */
function withoutFlood(args: LogArguments): LogArguments | null {
  const { err } = (typeof args[0] === 'object' ? args[0] : {}) as { err?: unknown }
  if (!isStoreOutage(err)) return args
  const note = noteOutage()
  return note && [{ err, ...note }, 'the store does not answer']
}

/**
 * Every error that is logged is a fault that the monitor hears of: there is one way to tell, and nobody has
 * to think of the other.
 */
function hearFault([first, words]: readonly unknown[]): void {
  const { err, job, event } = (typeof first === 'object' && first !== null ? first : {}) as {
    err?: unknown
    job?: string
    event?: string
  }
  const during = typeof first === 'string' ? first : typeof words === 'string' ? words : ''
  reportFault({
    source: job ? 'job' : 'server',
    error: err ?? new Quiet(during),
    during,
    test: event === 'monitor:tested',
  })
}

/** An error that is only words: where it was logged says nothing of where it happened. */
class Quiet extends Error {
  override readonly name = 'Error'
  override readonly stack = ''
}

async function destination(): Promise<DestinationStream> {
  if (config.NODE_ENV === 'production' || !process.stdout.isTTY) return pino.destination(1)
  const { default: pretty } = await import('pino-pretty')
  return pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
}
