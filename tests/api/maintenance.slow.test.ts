import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { PASSWORD, person, visitor } from '#tests/support/http-client.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'
import { until } from '#tests/support/until.ts'

// Each command is a process, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

let servers: TwoServers
let both: readonly ServerProcess[]
beforeAll(async () => {
  servers = await startTwoServers()
  both = [servers.here, servers.there]
})
afterAll(() => servers?.close())

const admin = async (...args: string[]) =>
  (
    await promisify(execFile)(process.execPath, ['scripts/admin.ts', ...args], {
      env: { ...process.env, NODE_ENV: 'test', MONGODB_URI: servers.storeUri, REDIS_URL: servers.redis.url },
    })
  ).stdout

it('while the site is closed both processes answer everybody but admins with 503 and the words', async () => {
  const [ann, king] = [await person(servers.here, 'shut_ann'), await person(servers.there, 'shut_king')]
  await admin('grant', 'shut_king')
  expect(await admin('maintenance', 'status')).toBe('The site is open.\n')
  expect(await admin('maintenance', 'on', 'New pipes <b>until</b> noon.')).toContain('The site is closed')

  for (const server of both) {
    const at = (who: { cookie(): string }) => {
      const caller = visitor(server)
      caller.setCookie(who.cookie())
      return caller
    }
    await until('it is closed', async () => (await fetch(`${server.url}/feed`)).status === 503)
    const page = await fetch(`${server.url}/feed`, { headers: { cookie: ann.cookie() } })
    const html = await page.text()
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '120'])
    expect(html).toContain('>New pipes &lt;b&gt;until&lt;/b&gt; noon.</p>')
    // In both themes, and with the mark: it is the only page that has no style sheet.
    expect(html).toMatch(/<html [^>]*light-dark\(/)
    expect(html).toContain('<img src="/favicon.svg"')
    const refused = { status: 503, text: 'New pipes <b>until</b> noon.' }
    for (const answer of [
      await at(ann).post('/posts', { text: 'Hello' }),
      await at(ann).get('/feed'),
      await visitor(server).get('/feed'),
      await visitor(server).post('/auth/register', {}),
    ]) {
      expect(answer).toMatchObject(refused)
      expect(answer.headers.get('retry-after')).toBe('120')
    }
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)

    // An admin comes in, also with a new session.
    expect((await fetch(`${server.url}/login`)).status).toBe(200)
    const again = visitor(server)
    expect((await again.post('/auth/login', { email: king.email, password: PASSWORD })).status).toBe(200)
    expect((await again.post('/posts', { text: 'Royal post' })).status).toBe(201)
    expect((await fetch(server.url, { headers: { cookie: again.cookie() } })).status).toBe(200)
  }

  await admin('maintenance', 'off')
  for (const server of both)
    await until('it is open', async () => (await fetch(`${server.url}/feed`)).status === 200)
  expect((await ann.post('/posts', { text: 'Hello' })).status).toBe(201)
})

it('refuses words that say nothing, and other verbs', async () => {
  for (const args of [['on', ' '], ['on', 'x'.repeat(501)], ['maybe'], []])
    await expect(admin('maintenance', ...args)).rejects.toMatchObject({ code: 1 })
  expect(await admin('maintenance', 'status')).toBe('The site is open.\n')
})
