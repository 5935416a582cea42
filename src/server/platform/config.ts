import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const list = z.string().transform((text) => text.split(',').map((part) => part.trim()).filter(Boolean))

/**
 * Every setting, its default and what it does. The table in docs/OPERATIONS.md is generated from here;
 * `meta.description` is the text of its row.
 */
export const Settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('Port the server listens on.'),
  HOST: z.string().default('127.0.0.1').describe('Address the server listens on.'),
  PUBLIC_URL: z.url().optional().describe('Address people use, for links, cookies and Origin checks. Default: http://HOST:PORT.'),
  DATA_DIR: z.string().default('./data').describe('Embedded database, outbox for mails, generated secrets.'),
  UPLOADS_DIR: z.string().default('./uploads').describe('Pictures and videos people post.'),
  MONGODB_URI: z.string().optional().describe('A MongoDB replica set. Without it an embedded one for development is started.'),
  REDIS_URL: z.string().optional().describe('Redis for several server processes: events, rate limits, presence.'),
  SESSION_SECRET: list.optional().describe('Secrets that sign session cookies, comma-separated, newest first. Required with NODE_ENV=production.'),
  TRUST_PROXY: list.optional().describe('Addresses or subnets of proxies whose X-Forwarded-* headers are believed, comma-separated.'),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1).describe('Multiplies every rate limit, for load tests.'),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info').describe('How much the log says.'),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development').describe('production demands real secrets.'),
})

export type Config = Omit<z.infer<typeof Settings>, 'SESSION_SECRET' | 'PUBLIC_URL'> & {
  SESSION_SECRET: string[]
  PUBLIC_URL: string
}

/** Reads the environment; throws one plain sentence that names every wrong setting. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) throw new Error(`Wrong settings: ${parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('; ')}`)
  const settings = parsed.data
  return {
    ...settings,
    PUBLIC_URL: (settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`).replace(/\/$/, ''),
    SESSION_SECRET: settings.SESSION_SECRET ?? keptSecret(settings),
  }
}

/** Development has no configuration: a secret is made at the first start and kept, so that sessions survive a restart. */
function keptSecret({ NODE_ENV, DATA_DIR }: z.infer<typeof Settings>): string[] {
  if (NODE_ENV === 'production') throw new Error('SESSION_SECRET must be set when NODE_ENV is production.')
  const file = path.join(DATA_DIR, 'session-secret')
  mkdirSync(DATA_DIR, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return [readFileSync(file, 'utf8')]
}

/** This process's settings. */
export const config = loadConfig(process.env)
