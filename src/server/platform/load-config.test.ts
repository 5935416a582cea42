import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig, mayMailPlainly } from './load-config.ts'

const STRONG = '0f9c4d7be1a25368cc10ab47d2e98f65'
const COMPLETE = {
  NODE_ENV: 'production',
  MONGODB_URI: 'mongodb://store.example/royal',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'help@royal.example',
  PUBLIC_URL: 'https://royal.example',
  TRUST_PROXY: 'loopback',
  SESSION_SECRET: STRONG,
}

/** What the start says, a line each. */
function refusalOf(env: NodeJS.ProcessEnv): string[] {
  try {
    loadConfig(env)
  } catch (error) {
    return (error as Error).message.split('\n')
  }
  return []
}

describe('Production', () => {
  test('starts with a database, a mail server, an https address and a strong secret', () => {
    expect(loadConfig(COMPLETE)).toMatchObject({ unsafe: [], SESSION_SECRET: [STRONG] })
  })

  test('names everything that is missing at once, with a message each', () => {
    const lines = refusalOf({ NODE_ENV: 'production' })
    for (const setting of ['MONGODB_URI', 'SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL', 'SESSION_SECRET']) {
      expect(lines.filter((line) => line.startsWith(`${setting} must be set in production: `))).toHaveLength(
        1,
      )
    }
    expect(lines.at(-1)).toContain('ALLOW_UNSAFE_PRODUCTION=yes')
  })

  test.each([
    ['one character', 'x'],
    ['31 characters', STRONG.slice(1)],
    ['one character 40 times', 'a'.repeat(40)],
    ['an old secret that is weak behind a strong one', `${STRONG},old`],
  ])('refuses a secret of %s', (_what, SESSION_SECRET) => {
    expect(refusalOf({ ...COMPLETE, SESSION_SECRET })[0]).toContain(
      'Each SESSION_SECRET needs at least 32 random characters',
    )
  })

  test('asks for the proxy that ends TLS', () => {
    expect(refusalOf({ ...COMPLETE, TRUST_PROXY: '' })[0]).toContain('TRUST_PROXY must be set in production')
    expect(refusalOf({ ...COMPLETE, TRUST_PROXY: '', PUBLIC_URL: 'http://localhost:3000' })).toEqual([])
  })

  test('refuses limits that protect nothing', () => {
    expect(refusalOf({ ...COMPLETE, RATE_LIMIT_FACTOR: '1000' })[0]).toContain('must be 10 or less')
    expect(refusalOf({ ...COMPLETE, RATE_LIMIT_FACTOR: '10' })).toEqual([])
  })

  test('refuses a plain http address, unless it is localhost', () => {
    expect(refusalOf({ ...COMPLETE, PUBLIC_URL: 'http://royal.example' })[0]).toContain(
      'PUBLIC_URL must begin with https://',
    )
    for (const PUBLIC_URL of ['http://localhost:8080', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(refusalOf({ ...COMPLETE, PUBLIC_URL })).toEqual([])
  })

  test('starts with ALLOW_UNSAFE_PRODUCTION, and lists what is missing for the log', () => {
    const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'royal-flush-config-'))
    onTestFinished(() => rmSync(DATA_DIR, { recursive: true }))
    const config = loadConfig({ NODE_ENV: 'production', ALLOW_UNSAFE_PRODUCTION: 'yes', DATA_DIR })
    expect(config.unsafe).toHaveLength(5)
    expect(config.SESSION_SECRET[0]!.length).toBeGreaterThanOrEqual(32)
  })
})

test('development needs no setting but a secret of any length', () => {
  expect(loadConfig({ SESSION_SECRET: 'x' })).toMatchObject({
    NODE_ENV: 'development',
    unsafe: [],
    PUBLIC_URL: 'http://127.0.0.1:3000',
  })
})

const BUCKET = {
  S3_BUCKET: 'missing',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_ACCESS_KEY_ID: 'x',
  S3_SECRET_ACCESS_KEY: 'x',
}

test.each<[sentence: string, env: NodeJS.ProcessEnv]>([
  ['Wrong settings: PORT: ', { PORT: 'many' }],
  ['Wrong settings: PORT: ', { PORT: '99999' }],
  ['METRICS_PORT and PORT are both 65001', { PORT: '65001', METRICS_PORT: '65001' }],
  ['Wrong settings: MONGODB_URI: must begin with mongodb://', { MONGODB_URI: 'nonsense' }],
  ['Wrong settings: REDIS_URL: must begin with redis://', { REDIS_URL: 'nonsense' }],
  ['Wrong settings: REDIS_URL: must begin with redis://', { REDIS_URL: 'http://127.0.0.1:6379' }],
  ['Wrong settings: TRUST_PROXY: must be addresses', { TRUST_PROXY: 'nonsense' }],
  ['Wrong settings: TRUST_PROXY: must be addresses', { TRUST_PROXY: '10.0.0.0/99' }],
  ['Wrong settings: TRUST_PROXY: must not trust everybody', { TRUST_PROXY: '0.0.0.0/0' }],
  ['Wrong settings: TRUST_PROXY: must not trust everybody', { TRUST_PROXY: '::/0' }],
  ['Wrong settings: TRUST_PROXY: must not trust everybody', { TRUST_PROXY: 'loopback, ::/0' }],
  ['Wrong settings: TRUST_PROXY: must not trust everybody', { TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1' }],
  ['Wrong settings: TRUST_PROXY: must not trust everybody', { TRUST_PROXY: '0.0.0.0/0.0.0.0' }],
  ["Wrong settings: MAIL_FROM: must look like 'Name <name@example.com>'", { MAIL_FROM: 'nonsense' }],
  ["Wrong settings: MAIL_FROM: must look like 'Name <name@example.com>'", { MAIL_FROM: 'Royal <nobody>' }],
  ['Wrong settings: PUBLIC_URL: ', { PUBLIC_URL: 'nonsense' }],
  ['Wrong settings: PUBLIC_URL: must be an http or https address', { PUBLIC_URL: 'ftp://royal.example' }],
  ['PUBLIC_URL: must be an http or https address', { PUBLIC_URL: 'https://royal.example/flush' }],
  ['PUBLIC_URL: must be an http or https address', { PUBLIC_URL: 'https://royal.example/?a=b' }],
  ['Wrong settings: SMTP_URL: must begin with smtp:// or smtps://', { SMTP_URL: 'mail.example' }],
  ['Wrong settings: SMTP_URL: must begin with smtp:// or smtps://', { SMTP_URL: 'http://mail.example' }],
  ['Wrong settings: LOG_LEVEL: ', { LOG_LEVEL: 'loud' }],
  ['Wrong settings: ALERT_HOSTS: must be names or addresses', { ALERT_HOSTS: 'http://alerts:9093/x' }],
  ['FFMPEG_PATH: must be a program that this account can run', { FFMPEG_PATH: '/nowhere/ffmpeg' }],
  ['FFMPEG_PATH: must be a program that this account can run', { FFMPEG_PATH: 'no-such-ffmpeg' }],
  ['FFMPEG_PATH: must be a program that this account can run', { FFMPEG_PATH: '/usr' }],
  ['FFPROBE_PATH: must be a program that this account can run', { FFPROBE_PATH: '/etc/passwd' }],
  ['GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET as well', { GOOGLE_CLIENT_ID: 'x' }],
  ['GOOGLE_CLIENT_SECRET needs GOOGLE_CLIENT_ID as well', { GOOGLE_CLIENT_SECRET: 'x' }],
  ['S3_ACCESS_KEY_ID needs S3_SECRET_ACCESS_KEY', { ...BUCKET, S3_SECRET_ACCESS_KEY: '' }],
  ['S3_SECRET_ACCESS_KEY needs S3_ACCESS_KEY_ID', { ...BUCKET, S3_ACCESS_KEY_ID: '' }],
  ['needs S3_BUCKET as well', { ...BUCKET, S3_BUCKET: '' }],
  ['S3_ENDPOINT needs S3_BUCKET as well', { S3_ENDPOINT: 'https://store.example' }],
  ['CDN_URL needs S3_BUCKET as well', { CDN_URL: 'https://cdn.example' }],
  ['S3_ENDPOINT: must begin with http://', { ...BUCKET, S3_ENDPOINT: 'ftp://buckets.example' }],
])('one sentence says %s for %o', (sentence, env) => {
  const said = refusalOf({ SESSION_SECRET: 'x', ...env })
  expect(said).toEqual([expect.stringContaining(sentence)])
})

test.each([
  ['::1', 'http://[::1]:3000'],
  ['::', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['192.0.2.7', 'http://192.0.2.7:3000'],
])('with HOST=%s the own address is %s', (HOST, PUBLIC_URL) => {
  expect(loadConfig({ SESSION_SECRET: 'x', HOST })).toMatchObject({ PUBLIC_URL })
})

test('takes the usual spellings of addresses', () => {
  const env = {
    MAIL_FROM: 'help@royal.example',
    TRUST_PROXY: 'loopback, uniquelocal, 10.0.0.0/8, 2001:db8::1',
    PUBLIC_URL: 'HTTPS://Royal.example:443/',
    MONGODB_URI: 'mongodb+srv://store.example/royal',
    REDIS_URL: 'rediss://redis.example',
  }
  expect(loadConfig({ SESSION_SECRET: 'x', ...env })).toMatchObject({ PUBLIC_URL: 'https://royal.example' })
})

test.each(['production', 'development'])(
  'a stand-in for the internet is refused with NODE_ENV=%s',
  (NODE_ENV) => {
    expect(refusalOf({ ...COMPLETE, NODE_ENV, OUTBOUND_TEST_SERVER: '127.0.0.1:1' })[0]).toContain(
      'OUTBOUND_TEST_SERVER is for tests',
    )
  },
)

test.each(['production', 'development'])('cheap password hashes are refused with NODE_ENV=%s', (NODE_ENV) => {
  expect(refusalOf({ ...COMPLETE, NODE_ENV, PASSWORD_COST: 'low' })[0]).toContain(
    'PASSWORD_COST=low is for tests',
  )
})

test.each([
  ['smtp://mail.example', true],
  ['smtp://user:password@mail.example:587?pool=true', true],
  ['smtp://mail.example?requireTLS=true', false],
  ['smtps://mail.example', false],
  ['smtp://127.0.0.1:25', false],
  [undefined, false],
])('mails by %s may leave the machine without TLS: %s', (url, may) => {
  expect(mayMailPlainly(url)).toBe(may)
})
