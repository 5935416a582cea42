import { pino, type DestinationStream } from 'pino'
import { config } from './config.ts'

/**
 * The process's log. Never holds cookies, passwords, tokens, e-mails or message contents (SECURITY, Logs).
 * One JSON line an event for machines; plain lines for a person at a terminal.
 */
export const logger = pino(
  {
    level: config.LOG_LEVEL,
    redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]', 'password', 'email', 'token', 'content'],
  },
  await destination(),
)

async function destination(): Promise<DestinationStream> {
  if (config.NODE_ENV === 'production' || !process.stdout.isTTY) return pino.destination(1)
  const { default: pretty } = await import('pino-pretty')
  return pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
}
