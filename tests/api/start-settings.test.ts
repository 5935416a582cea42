import { MongoClient } from 'mongodb'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { startServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

const MONGODB_URI = freshDatabase()
afterAll(async () => {
  const store = await MongoClient.connect(MONGODB_URI)
  await store.db().dropDatabase()
  await store.close()
})

describe('A start with a wrong setting ends with 78 and a sentence', () => {
  test.each([
    ['MONGODB_URI', { MONGODB_URI: 'nonsense' }, 'Wrong settings: MONGODB_URI: must begin with mongodb://'],
    ['DATA_DIR', { DATA_DIR: '/proc/x' }, 'DATA_DIR: this account cannot write to /proc/x (ENOENT).'],
    [
      'UPLOADS_DIR',
      { UPLOADS_DIR: '/proc/x' },
      'UPLOADS_DIR: this account cannot write to /proc/x (ENOENT).',
    ],
    ['HOST', { HOST: '192.0.2.1' }, 'HOST: 192.0.2.1 is no address of this machine.'],
  ])(
    'that names %s',
    async (_name, env, sentence) => {
      const refused = await startServerProcess({ MONGODB_URI, ...env }).catch((error: Error) => error.message)
      expect(refused).toContain('The server ended with 78')
      expect(refused).toContain(sentence)
    },
    60_000,
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

test('a server that is stopped says that it is not ready, and answers until balancers have seen it', async () => {
  const server = await startServerProcess({ MONGODB_URI, DRAIN_SECONDS: '30' })
  onTestFinished(() => server[Symbol.asyncDispose]())
  server.signal('SIGTERM')
  await until('/readyz refuses', async () => (await fetch(`${server.url}/readyz`)).status === 503)
  // On a connection of its own: the port is open.
  expect((await fetch(`${server.url}/robots.txt`, { headers: { connection: 'close' } })).status).toBe(200)
  await server.kill()
}, 60_000)
