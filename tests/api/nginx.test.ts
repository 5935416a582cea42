import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { startNginx } from '#tests/support/nginx.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

const TOKEN = 'a-token-for-the-monitor'
let url: string
let server: ServerProcess
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const storeUri = freshDatabase()
  ends.push(async () => {
    const store = await MongoClient.connect(storeUri)
    await store.db().dropDatabase()
    await store.close()
  })
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-nginx-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  server = await startServerProcess({
    MONGODB_URI: storeUri,
    NODE_ENV: 'production',
    ALLOW_UNSAFE_PRODUCTION: 'yes',
    METRICS_TOKEN: TOKEN,
    TRUST_PROXY: '127.0.0.1',
    // Nobody is there: a detail that only a monitor is told.
    REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
  })
  ends.push(() => server[Symbol.asyncDispose]())
  const port = await freePort()
  const nginx = await startNginx(folder, { port, servers: [server] })
  ends.push(() => nginx.close())
  url = `http://127.0.0.1:${port}`
}, 120_000)
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

const readiness = async (authorization?: string) => {
  const answer = await fetch(`${url}/readyz`, { headers: authorization ? { authorization } : {} })
  return { status: answer.status, text: answer.status === 404 ? '' : await answer.text() }
}

test('nginx passes /readyz on to a monitor with the token, and hides it from others', async () => {
  expect(await readiness()).toEqual({ status: 404, text: '' })
  const known = await readiness(`Bearer ${TOKEN}`)
  expect(known).toEqual({ status: 200, text: expect.stringMatching(/^ready\nredis: Redis does not answer/) })
  expect(await readiness('Bearer wrong'), 'one word for others').toEqual({ status: 200, text: 'ready' })
  expect((await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(404)
})

test('an answer has the id that nginx has given its request, and so has the log', async () => {
  const claimed = 'claimed-by-a-client'
  const answer = await fetch(`${url}/api/posts?secret=of-a-query`, { headers: { 'x-request-id': claimed } })
  const id = answer.headers.get('x-request-id')
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  await until('the request is logged', () => server.log().includes(id!))
  const line = server
    .log()
    .split('\n')
    .find((one) => one.includes(id!))!
  expect(JSON.parse(line)).toMatchObject({ msg: 'request', method: 'GET', route: '/posts', status: 200 })
  expect(server.log()).not.toContain(claimed)
  expect(server.log()).not.toContain('of-a-query')
})
