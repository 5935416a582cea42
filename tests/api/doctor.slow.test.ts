import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { startMailServer, type MailServer } from '#tests/support/mail.ts'
import { startRedis, type RedisProcess } from '#tests/support/redis.ts'
import { freshDatabase } from '#tests/support/server.ts'

// Each test starts a process, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const SITE = 'http://127.0.0.1:1'
const cors = (origin: string) =>
  `<CORSConfiguration><CORSRule><AllowedOrigin>${origin}</AllowedOrigin><AllowedMethod>PUT</AllowedMethod><AllowedHeader>content-type</AllowedHeader></CORSRule></CORSConfiguration>`

let folder: string
let redis: RedisProcess
let mail: MailServer
let bucket: S3rver
/** Where everything is right. */
let right: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-doctor-'))
  ;[redis, mail] = await Promise.all([startRedis(), startMailServer()])
  const port = await freePort()
  bucket = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory: path.join(folder, 'bucket'),
    configureBuckets: [
      { name: 'open', configs: [cors(SITE)] },
      { name: 'closed', configs: [cors('https://elsewhere.example')] },
    ],
  })
  await bucket.run()
  right = {
    NODE_ENV: 'production',
    ALLOW_UNSAFE_PRODUCTION: 'yes',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: SITE,
    SESSION_SECRET: 'k7Wm2pQx9Lr4Tz8Vb3Nc6Yd1Hf5Jg0Ea',
    MAIL_FROM: 'Royal Flush <help@royal.example>',
    MONGODB_URI: freshDatabase(),
    REDIS_URL: redis.url,
    SMTP_URL: mail.url,
    DATA_DIR: path.join(folder, 'data'),
    UPLOADS_DIR: path.join(folder, 'uploads'),
    S3_BUCKET: 'open',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
})
afterAll(async () => {
  await Promise.all([redis?.[Symbol.asyncDispose](), mail?.close(), bucket?.close()])
  await rm(folder, { recursive: true, force: true })
})

/** Runs the command with other settings than the right ones. A command that has not ended after a minute hangs. */
const doctor = (settings: Record<string, string> = {}) =>
  new Promise<{ code: number; lines: string[] }>((resolve) => {
    execFile(
      process.execPath,
      ['scripts/doctor.ts'],
      {
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...right, ...settings },
        timeout: 60_000,
        killSignal: 'SIGKILL',
      },
      (error, stdout) =>
        resolve({
          code: error ? Number(error.code) : 0,
          lines: stdout
            .trim()
            .split('\n')
            .map((line) => line.replaceAll(/ +/g, ' ')),
        }),
    )
  })

it('finds nothing wrong where nothing is, ends with 0, and sends no mail', async () => {
  const { code, lines } = await doctor()
  expect(lines.filter((line) => line.startsWith('fault'))).toEqual([])
  expect(code).toBe(0)
  for (const line of [
    /^ok settings /,
    /^(ok|warning) database MongoDB \d/,
    /^ok database This machine's clock is \d+ ms /,
    /^ok database It can be written to/,
    /^ok Redis Redis \d+\.\d+\.\d+ takes writes/,
    /^(ok|warning) folders DATA_DIR .* can be written to, with [\d.]+ GB free/,
    /^(ok|warning) folders UPLOADS_DIR /,
    /^ok bucket Files can be written to open, read and deleted/,
    /^ok bucket Browsers may upload/,
    /^ok mail 127\.0\.0\.1:\d+ answers/,
    /^ok videos /,
    /^(ok|warning) open files .*\d+ connections/,
    /^warning address http:\/\/127\.0\.0\.1:1 cannot be reached/,
  ])
    expect(lines).toContainEqual(expect.stringMatching(line))
  expect(mail.mails).toEqual([])
})

describe('says what to do, and ends with 1, where', () => {
  it.each<[string, Record<string, string>, ...RegExp[]]>([
    ['settings are wrong', { SMTP_URL: 'nonsense', HOST: '' }, /^fault settings Wrong settings: SMTP_URL: /],
    [
      'production lacks something',
      { ALLOW_UNSAFE_PRODUCTION: 'no', MONGODB_URI: '' },
      /^fault settings MONGODB_URI must/,
    ],
    [
      'the database is away',
      { MONGODB_URI: 'mongodb://127.0.0.1:1/x' },
      /^fault database It does not answer .* MONGODB_URI/,
    ],
    [
      'Redis is away',
      { REDIS_URL: 'redis://127.0.0.1:1' },
      /^fault Redis It does not answer \(ECONNREFUSED\).*REDIS_URL/,
    ],
    [
      'folders take no files',
      { DATA_DIR: '/proc/data', UPLOADS_DIR: '/proc/uploads' },
      /^fault folders DATA_DIR: this account cannot write to \/proc\/data/,
      /^fault folders UPLOADS_DIR: this account cannot write to \/proc\/uploads/,
    ],
    [
      'there is no such bucket',
      { S3_BUCKET: 'missing' },
      /^fault bucket Files cannot be written.*NoSuchBucket.*S3_BUCKET/,
    ],
    [
      'the bucket is away',
      { S3_ENDPOINT: 'http://127.0.0.1:1' },
      /^fault bucket Files cannot be written.*ECONNREFUSED/,
    ],
    [
      'browsers may not upload',
      { S3_BUCKET: 'closed' },
      /^ok bucket Files/,
      /^fault bucket Browsers may not upload.*CORS/,
    ],
    [
      'the mail server is away',
      { SMTP_URL: 'smtp://127.0.0.1:1' },
      /^fault mail The mail server does not take us .*SMTP_URL/,
    ],
    [
      'the mail server refuses the log-in',
      { SMTP_URL: 'smtp://who:wrong@AT' },
      /^fault mail The mail server does not take us .*SMTP_URL/,
    ],
  ])('%s', async (_what, settings, ...expected) => {
    const at = right['SMTP_URL']!.replace('smtp://', '')
    const { code, lines } = await doctor(
      Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value.replace('AT', at)])),
    )
    for (const line of expected) expect(lines).toContainEqual(expect.stringMatching(line))
    expect(code).toBe(1)
    expect(lines.join('\n')).not.toMatch(/wrong@|k7Wm2pQx/)
  })

  it('or only warns: without ffmpeg the rest works', async () => {
    const { code, lines } = await doctor({ FFPROBE_PATH: '/bin/false' })
    expect(lines).toContainEqual(expect.stringMatching(/^warning videos \/bin\/false does not run/))
    expect(code).toBe(0)
  })

  it('or only warns: a Redis that may forget what has just changed', async () => {
    const set = (policy: string, limit: string) =>
      redis.command('CONFIG', 'SET', 'maxmemory-policy', policy, 'maxmemory', limit)
    await set('volatile-lru', '100mb')
    const { code, lines } = await doctor()
    await set('noeviction', '0')
    expect(lines).toContainEqual(expect.stringMatching(/^warning Redis .*volatile-lru.*noeviction/))
    expect(code).toBe(0)
  })
})
