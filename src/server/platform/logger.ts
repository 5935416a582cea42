import { pino } from 'pino'
import { config } from './config.ts'

/** The process's log, one JSON line an event. Never holds cookies, passwords, tokens, e-mails or message contents (SECURITY, Logs). */
export const logger = pino({
  level: config.LOG_LEVEL,
  redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]', 'password', 'email', 'token', 'content'],
})
