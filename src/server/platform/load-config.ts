import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import { ensureFolder } from './folders.ts'
import { DEFAULT_SENDER, Settings } from './settings.ts'

type Given = z.infer<typeof Settings>

export type Config = Omit<Given, 'SESSION_SECRET' | 'PUBLIC_URL'> & {
  SESSION_SECRET: string[]
  PUBLIC_URL: string
  /**
   * What a safe production lacks but ALLOW_UNSAFE_PRODUCTION permits, one sentence each. Logged at the start.
   */
  unsafe: readonly string[]
}

/**
 * Reads the environment. Throws one plain sentence that names every wrong setting, or one sentence for each
 * thing that production lacks.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success)
    throw new Error(
      `Wrong settings: ${parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('; ')}`,
    )
  const settings = parsed.data
  if (settings.PASSWORD_COST === 'low' && settings.NODE_ENV !== 'test')
    throw new Error('PASSWORD_COST=low is for tests: take it out, or set NODE_ENV=test.')
  if (settings.OUTBOUND_TEST_SERVER && settings.NODE_ENV !== 'test')
    throw new Error('OUTBOUND_TEST_SERVER is for tests: take it out, or set NODE_ENV=test.')
  for (const [one, other] of PAIRS)
    if (settings[one] && !settings[other])
      throw new Error(`${one} needs ${other} as well: set both, or none.`)
  if (settings.METRICS_PORT === settings.PORT)
    throw new Error(
      `METRICS_PORT and PORT are both ${settings.PORT}: the private port needs a number of its own.`,
    )
  const unsafe = settings.NODE_ENV === 'production' ? lackingInProduction(settings) : []
  if (unsafe.length > 0 && settings.ALLOW_UNSAFE_PRODUCTION === 'no')
    throw new Error([...unsafe, ON_PURPOSE].join('\n'))
  return {
    ...settings,
    unsafe,
    PUBLIC_URL: new URL(settings.PUBLIC_URL ?? addressAt(settings.HOST, settings.PORT)).origin,
    SESSION_SECRET: settings.SESSION_SECRET ?? storedSecret(settings),
  }
}

/** A setting, and the one without which it means nothing. */
const PAIRS = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
  ['S3_ACCESS_KEY_ID', 'S3_BUCKET'],
  ['S3_ENDPOINT', 'S3_BUCKET'],
  ['CDN_URL', 'S3_BUCKET'],
] as const

/** Whether the server listens on all addresses of the machine: then HOST is no address that anybody can open. */
export const isEveryHost = (host: string): boolean => host === '0.0.0.0' || host === '::'

/** The address of a server on this machine. */
export function addressAt(host: string, port: number): string {
  if (isEveryHost(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** The last line of what production lacks. */
export const ON_PURPOSE = 'For a load test on a closed network, ALLOW_UNSAFE_PRODUCTION=yes starts it anyway.'
const SECRET_MIN = 32
// A random secret of 32 hexadecimal digits has 14 different ones on average.
const SECRET_CHARACTERS_MIN = 8
const LARGEST_FACTOR = 10
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether what goes to this host does not leave the machine. */
export const isLocalHost = (hostname: string): boolean => LOCAL.has(hostname)

/** Whether mails may leave the machine without TLS: by smtp://, where the mail server offers none. */
export function mayMailPlainly(smtpUrl = ''): boolean {
  const url = URL.parse(smtpUrl)
  return (
    url?.protocol === 'smtp:' && !isLocalHost(url.hostname) && url.searchParams.get('requireTLS') !== 'true'
  )
}

/** What makes this production unsafe, one sentence each. */
function lackingInProduction({
  MONGODB_URI,
  SMTP_URL,
  PUBLIC_URL,
  TRUST_PROXY,
  SESSION_SECRET,
  MAIL_FROM,
  RATE_LIMIT_FACTOR,
}: Given): string[] {
  const lacking: string[] = []
  if (!MONGODB_URI)
    lacking.push(
      'MONGODB_URI must be set in production: the embedded database has no security fixes, no users and no second copy.',
    )
  if (!SMTP_URL)
    lacking.push(
      'SMTP_URL must be set in production: without it nobody gets the mails that reset a password.',
    )
  if (MAIL_FROM === DEFAULT_SENDER)
    lacking.push(
      'MAIL_FROM must be set in production: mail servers refuse mails from a domain that is not yours, so nobody could confirm an address.',
    )
  if (RATE_LIMIT_FACTOR > LARGEST_FACTOR)
    lacking.push(
      `RATE_LIMIT_FACTOR must be ${LARGEST_FACTOR} or less in production: with more, passwords and codes can be guessed.`,
    )
  if (!PUBLIC_URL)
    lacking.push(
      'PUBLIC_URL must be set in production: it is the address in mailed links, and cookies and Origin checks depend on it.',
    )
  else if (!isPrivateLine(new URL(PUBLIC_URL)))
    lacking.push(
      'PUBLIC_URL must begin with https:// in production: over plain http anybody on the way can take over a session.',
    )
  if (PUBLIC_URL && new URL(PUBLIC_URL).protocol === 'https:' && !TRUST_PROXY?.length)
    lacking.push(
      'TRUST_PROXY must be set in production: the address of the proxy that ends TLS. Without it nobody can log in, because the server takes every connection for plain http.',
    )
  if (!SESSION_SECRET?.length)
    lacking.push('SESSION_SECRET must be set in production: everything that is signed depends on it.')
  else if (!SESSION_SECRET.every(isStrong))
    lacking.push(
      `Each SESSION_SECRET needs at least ${SECRET_MIN} random characters in production, for instance the output of "openssl rand -base64 32".`,
    )
  return lacking
}

const isPrivateLine = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || isLocalHost(hostname)
const isStrong = (secret: string): boolean =>
  secret.length >= SECRET_MIN && new Set(secret).size >= SECRET_CHARACTERS_MIN

/**
 * Development needs no configuration: a secret is made at the first start and stored, so that sessions
 * survive a restart.
 */
function storedSecret({ DATA_DIR }: Given): string[] {
  const file = path.join(DATA_DIR, 'session-secret')
  ensureFolder('DATA_DIR', DATA_DIR)
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return [readFileSync(file, 'utf8')]
}

/** Adds the settings of ENV_FILE, or of `.env`, to the environment, which goes first. Tests have no `.env`. */
function loadEnvFile(): void {
  const { ENV_FILE, NODE_ENV } = process.env
  const usual = path.resolve(import.meta.dirname, '../../../.env')
  const file = ENV_FILE || (NODE_ENV !== 'test' && existsSync(usual) && usual)
  if (!file) return
  try {
    process.loadEnvFile(file)
  } catch (error) {
    throw new Error(`ENV_FILE: there is no file ${file} that this account may read.`, { cause: error })
  }
}

/** The settings of this process, from its environment and file. Throws as `loadConfig`. */
export function processConfig(): Config {
  loadEnvFile()
  return loadConfig(process.env)
}
