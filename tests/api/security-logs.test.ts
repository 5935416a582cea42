import { MongoClient } from 'mongodb'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { PASSWORD, person, visitor } from '#tests/support/http-client.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { VERSION } from '#server/platform/version.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

const TOKEN = 'a-token-for-prometheus'
const storeUri = freshDatabase()
let server: ServerProcess
let privatePort: number
beforeAll(async () => {
  privatePort = await freePort()
  server = await startServerProcess({
    MONGODB_URI: storeUri,
    LOG_LEVEL: 'trace',
    NODE_ENV: 'production',
    ALLOW_UNSAFE_PRODUCTION: 'yes',
    METRICS_PORT: String(privatePort),
    METRICS_TOKEN: TOKEN,
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  const store = await MongoClient.connect(storeUri)
  await store.db().dropDatabase()
  await store.close()
})

test('in production the public port serves metrics only with the token, the private port without', async () => {
  const figures = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/metrics`, { headers })
    return { status: answer.status, tells: (await answer.text()).includes('process_resident_memory_bytes') }
  }
  expect(await figures(server.url)).toEqual({ status: 404, tells: false })
  for (const authorization of ['', 'Bearer ', `Bearer ${TOKEN}x`, TOKEN])
    expect(await figures(server.url, { authorization })).toEqual({ status: 404, tells: false })
  expect(await figures(server.url, { authorization: `Bearer ${TOKEN}` })).toEqual({
    status: 200,
    tells: true,
  })
  expect(await figures(`http://127.0.0.1:${privatePort}`)).toEqual({ status: 200, tells: true })
})

test('production has no demo world, and an empty house says how to begin', async () => {
  expect(server.log()).toContain('npm run admin -- grant')
  expect(server.log()).not.toContain('npm run seed')
  const seed = spawn(process.execPath, [path.resolve(import.meta.dirname, '../../scripts/seed.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      // The tests' own.
      PASSWORD_COST: undefined,
      ALLOW_UNSAFE_PRODUCTION: 'yes',
      PUBLIC_URL: server.url,
      MONGODB_URI: storeUri,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [words, [code]] = await Promise.all([text(seed.stderr), once(seed, 'exit') as Promise<[number]>])
  expect(code).toBe(78)
  expect(words).toContain('There is no demo world in production')
  expect(words).toContain('npm run admin -- grant')
})

test("/readyz says only 'ready' in public", async () => {
  expect(await (await fetch(`${server.url}/readyz`)).text()).toBe('ready')
  expect(await (await fetch(`http://127.0.0.1:${privatePort}/readyz`)).text()).toBe('ready')
})

test('every answer has an id, and the log has one line with it, its process and its version', async () => {
  for (const [path, route] of [
    ['/api/posts/not-an-id', '/posts/:postId'],
    ['/u/nobody_lives_here?token=secret', 'page /u/:handle'],
    ['/favicon-of-nobody.ico', 'page /{*path}'],
    ['/robots.txt', 'page /robots.txt'],
  ] as const) {
    // No proxy is trusted here: a client names no request.
    const answer = await fetch(`${server.url}${path}`, { headers: { 'x-request-id': 'named-by-a-client' } })
    const requestId = answer.headers.get('x-request-id')!
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    await until('it is logged', () => server.log().includes(requestId))
    const lines = server
      .log()
      .split('\n')
      .filter((line) => line.includes(requestId))
    expect(lines).toHaveLength(1)
    const line = JSON.parse(lines[0]!)
    expect(line).toMatchObject({
      msg: 'request',
      route,
      status: answer.status,
      pid: server.pid(),
      version: VERSION,
    })
    expect(Object.keys(line).toSorted()).toEqual([
      'hostname',
      'level',
      'method',
      'ms',
      'msg',
      'pid',
      'requestId',
      'route',
      'status',
      'time',
      'version',
    ])
  }
})

test("the log never contains cookies, passwords, e-mail addresses or people's texts, at any level", async () => {
  const ann = await person(server, 'ann_discreet')
  const bob = await person(server, 'bob_discreet')
  const cookie = ann.cookie()
  await ann.post('/posts', { text: 'what-ann-posts' })
  await ann.post('/messages', { receiverId: bob.id, content: 'what-ann-whispers' })
  await ann.patch('/users/me', { bio: 'what-ann-is' })
  await visitor(server).post('/auth/login', { email: ann.email, password: 'what-ann-mistypes' })
  await ann.raw('POST', '/auth/login', `{"email":"${ann.email}","password":"what-ann-breaks"`, {
    'content-type': 'application/json',
  })
  await ann.post('/auth/logout')
  await server.stop()
  expect(server.log()).toContain('"level"')
  for (const secret of [PASSWORD, 'what-ann', ann.email, bob.email, cookie.split('=')[1]!.slice(4, 36)])
    expect(server.log()).not.toContain(secret)
})
