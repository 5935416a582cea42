import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

// Each start is two processes.
vi.setConfig({ maxConcurrency: 2 })

const MONGODB_URI = freshDatabase()
afterAll(async () => {
  const store = await MongoClient.connect(MONGODB_URI)
  await store.db().dropDatabase()
  await store.close()
})

/** A production that starts, but for its database. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://localhost:3000',
  SESSION_SECRET: 'k7Wm2pQx9Lr4Tz8Vb3Nc6Yd1Hf5Jg0Ea',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Royal Flush <help@royal.example>',
}
const BUCKET = {
  S3_BUCKET: 'missing',
  S3_ENDPOINT: 'BUCKETS',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
}

describe('A start with a wrong setting, under its supervisor, ends with 78, one sentence and no crash note', () => {
  let folder: string
  let buckets: S3rver
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-start-'))
    buckets = new S3rver({
      address: '127.0.0.1',
      port: await freePort(),
      silent: true,
      directory: path.join(folder, 'buckets'),
      configureBuckets: [],
    })
    await buckets.run()
  })
  afterAll(async () => {
    await buckets?.close()
    await rm(folder, { recursive: true, force: true })
  })

  // What the settings' parser refuses is in load-config.test.ts: here one of each way to the end.
  test.concurrent.each<[string, Record<string, string>, string]>([
    ['MONGODB_URI', { MONGODB_URI: 'mongodb://127.0.0.1:1/x' }, 'cannot be reached'],
    ['MONGODB_URI', { MONGODB_URI: 'nonsense' }, 'Wrong settings: MONGODB_URI: must begin with mongodb://'],
    ['MAIL_FROM', { ...PRODUCTION, MAIL_FROM: '' }, 'MAIL_FROM must be set in production'],
    ['ENV_FILE', { ENV_FILE: '/nowhere' }, 'ENV_FILE: there is no file /nowhere'],
    ['HOST', { HOST: '192.0.2.1' }, 'HOST: 192.0.2.1 is no address of this machine.'],
    ['HOST', { HOST: 'no-such-host.invalid' }, 'HOST: no-such-host.invalid is no address of this machine.'],
    ['METRICS_HOST', { METRICS_PORT: '65000', METRICS_HOST: '192.0.2.1' }, 'METRICS_HOST: 192.0.2.1 is no'],
    ['PORT', { PORT: 'TAKEN' }, 'is taken by another process'],
    ['S3_BUCKET', BUCKET, 'S3_BUCKET: the bucket missing does not take us (NoSuchBucket)'],
    [
      'S3_ENDPOINT',
      { ...BUCKET, S3_ENDPOINT: 'http://no-such-host.invalid' },
      'S3_BUCKET: the bucket missing does not take us',
    ],
    ['UPLOADS_DIR', { UPLOADS_DIR: '/proc/x' }, 'UPLOADS_DIR: this account cannot write to /proc/x (ENOENT)'],
    ['DATA_DIR', { DATA_DIR: '/proc/x' }, 'DATA_DIR: this account cannot write to /proc/x (ENOENT)'],
    ['DATA_DIR', { DATA_DIR: '/dev/null' }, 'DATA_DIR: this account cannot write to /dev/null'],
  ])(
    'about %s: %o',
    async (_name, given, sentence) => {
      const data = path.join(folder, randomUUID())
      const taken = createServer()
      await new Promise<void>((resolve) => void taken.listen(0, '127.0.0.1', resolve))
      const { port } = taken.address() as AddressInfo
      const { port: bucketPort } = buckets.httpServer.address() as AddressInfo
      const places = { TAKEN: String(port), BUCKETS: `http://127.0.0.1:${bucketPort}` }
      const env = {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        NODE_ENV: 'test',
        PORT: String(await freePort()),
        SESSION_SECRET: 'of-this-test',
        LINK_PREVIEWS: 'off',
        MONGODB_URI,
        DATA_DIR: data,
        UPLOADS_DIR: path.join(data, 'uploads'),
        ...given,
      }
      for (const [name, value] of Object.entries(env))
        if (value && value in places) Object.assign(env, { [name]: places[value as keyof typeof places] })
      const { code, said } = await supervised(env)
      await new Promise((resolve) => taken.close(resolve))
      expect(said).toContain(sentence)
      expect(said, 'a stack').not.toMatch(/^\s+at /m)
      expect(code).toBe(78)
      expect(await readdir(path.join(data, 'running')).catch(() => [])).toEqual([])
    },
    60_000,
  )
})

const supervised = (env: NodeJS.ProcessEnv) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    execFile(
      process.execPath,
      ['src/server/supervised-main.ts'],
      { env, timeout: 50_000, killSignal: 'SIGTERM' },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })

test('behind a proxy that ends TLS and is not trusted the log says what is missing, once', async () => {
  const server = await startServerProcess({ MONGODB_URI, PUBLIC_URL: 'https://royal.example' })
  onTestFinished(() => server[Symbol.asyncDispose]())
  for (let round = 0; round < 3; round += 1)
    await fetch(`${server.url}/feed`, { headers: { 'x-forwarded-proto': 'https' } })
  await until('the log names it', () => server.log().includes('set TRUST_PROXY to its address'))
  expect(server.log().split('set TRUST_PROXY').length).toBe(2)
}, 60_000)

test('production with a mail server that may take mails without TLS says so in the log', async () => {
  const server = await startServerProcess({
    ...PRODUCTION,
    MONGODB_URI,
    RATE_LIMIT_FACTOR: '1',
    SMTP_URL: 'smtp://mail.example',
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const sentence = 'SMTP_URL does not ask for TLS'
  await until('the log names it', () => server.log().includes(sentence))
  await server.stop()
  await server.start({ env: { SMTP_URL: 'smtp://mail.example?requireTLS=true' } })
  expect(server.log().split(sentence)).toHaveLength(2)
}, 120_000)

test('a server that is stopped says that it is not ready, and answers until balancers have seen it', async () => {
  const server = await startServerProcess({ MONGODB_URI, DRAIN_SECONDS: '30' })
  onTestFinished(() => server[Symbol.asyncDispose]())
  server.signal('SIGTERM')
  await until('/readyz refuses', async () => (await fetch(`${server.url}/readyz`)).status === 503)
  // On a connection of its own: the port is open.
  expect((await fetch(`${server.url}/robots.txt`, { headers: { connection: 'close' } })).status).toBe(200)
  await server.kill()
}, 60_000)
