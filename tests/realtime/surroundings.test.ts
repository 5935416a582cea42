import { MongoClient, type Db } from 'mongodb'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startRedis, type RedisProcess } from '#tests/support/redis.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { follow, message, post, watching } from './support/scenes.ts'

// These tests start processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let ends: (() => Promise<unknown>)[] = []
let store: Db
let env: Record<string, string>

beforeEach(async () => {
  const uri = freshDatabase()
  const client = await MongoClient.connect(uri)
  store = client.db()
  ends.push(async () => {
    await store.dropDatabase()
    await client.close()
  })
  env = { MONGODB_URI: uri, SESSION_SECRET: 'shared', LOG_LEVEL: 'warn' }
  return endAll
})
afterAll(() => endAll())

async function endAll(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end()
}

async function startServer(more: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess({ ...env, ...more })
  ends.push(() => server[Symbol.asyncDispose]())
  return server
}

async function redis(): Promise<RedisProcess> {
  const started = await startRedis()
  ends.push(() => started[Symbol.asyncDispose]())
  return started
}

const textAt = async (server: ServerProcess, path: string) => (await fetch(`${server.url}${path}`)).text()
const readiness = (server: ServerProcess) => textAt(server, '/readyz')
const conditionOf = async (server: ServerProcess, name: string) =>
  (await textAt(server, '/metrics')).match(new RegExp(`condition_active\\{condition="${name}"\\} (\\d)`))?.[1]
const errorAbout = (words: RegExp) => store.collection('faults').findOne({ message: words })
const count = (text: string, words: string) => text.split(words).length - 1

async function serveOwnPeople(server: ServerProcess): Promise<[Person, Person]> {
  const [ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
  const page = await watching(server, bob, { topic: 'feed' })
  await follow(bob, ann)
  const sent = await message(ann, bob, 'while Redis is away')
  await page.next('message:created', (event) => event.message.id === sent.id)
  const mine = await watching(server, ann)
  await mine.send('watch', { conversation: sent.conversationId })
  expect((await mine.next('presence')).online).toBe(true)
  page.close()
  mine.close()
  return [ann, bob]
}

describe('A server that starts while Redis is away', () => {
  it('[L18 L80] serves its own people, says so, and joins the others when Redis comes', async () => {
    const shared = await redis()
    await shared.interrupt()
    const [here, there] = await Promise.all([
      startServer({ REDIS_URL: shared.url }),
      startServer({ REDIS_URL: shared.url }),
    ])
    const [ann, bob] = await serveOwnPeople(here)
    expect(await readiness(here)).toMatch(/^ready\nredis: Redis does not answer/)
    expect(await conditionOf(here, 'redis')).toBe('1')
    expect(await textAt(here, '/metrics')).toContain('dependency_up{part="redis"} 0')
    await until('the monitor shows it', async () => (await errorAbout(/Redis does not answer/)) !== null)

    const [bobsPage, annsPage] = await Promise.all([watching(there, bob), watching(here, ann)])
    await shared.resume()
    await Promise.all([bobsPage.next('ready'), annsPage.next('ready')])
    const sent = await message(ann, bob, 'heard at the other server')
    await bobsPage.next('message:created', (event) => event.message.id === sent.id)
    await until('it is over', async () => (await readiness(here)) === 'ready')
    expect(await conditionOf(here, 'redis')).toBe('0')
    await until('the monitor has resolved it', async () =>
      Boolean((await errorAbout(/Redis does not answer/))?.['resolved']),
    )
    expect(count(here.log(), 'Redis does not answer'), 'told once').toBe(1)
    bobsPage.close()
    annsPage.close()
  })

  it('[L80] starts also beside a Redis that takes connections and never answers', async () => {
    const shared = await redis()
    await shared.command('CLIENT', 'PAUSE', 600_000, 'ALL')
    const server = await startServer({ REDIS_URL: shared.url })
    expect(await readiness(server)).toMatch(/^ready\nredis: Redis does not answer/)
    await serveOwnPeople(server)
  })
})

describe('[L80] Two servers on one database', () => {
  it.each([
    ['without a Redis', [{}, {}]],
    ['of which one has no Redis', ['first', {}]],
    ['with two different Redises', ['first', 'second']],
  ] as const)('%s: both tell it, until one of them ends', async (_, settings) => {
    const [here, there] = (await Promise.all(
      settings.map(async (one) =>
        startServer(typeof one === 'string' ? { REDIS_URL: (await redis()).url } : one),
      ),
    )) as [ServerProcess, ServerProcess]
    for (const server of [here, there]) {
      await until('it is told', async () => (await readiness(server)).startsWith('ready\nsplit: '), 60_000)
      // The log is a pipe: its line can arrive after the answer.
      await until('the log tells it', () => server.log().includes('without sharing a Redis'))
      expect(await conditionOf(server, 'split')).toBe('1')
    }
    await until('the monitor shows it', async () => (await errorAbout(/without sharing a Redis/)) !== null)
    await there.kill()
    await until('it is over', async () => (await readiness(here)) === 'ready', 60_000)
    await until('the monitor has resolved it', async () =>
      Boolean((await errorAbout(/without sharing a Redis/))?.['resolved']),
    )
  })
})

/** Runs a process with a clock that is an hour ahead. */
const AHEAD = `--import data:text/javascript,${encodeURIComponent(`
  const Real = Date
  globalThis.Date = class Date extends Real {
    constructor(...parts) { parts.length ? super(...parts) : super(Real.now() + 3600000) }
    static now() { return Real.now() + 3600000 }
  }
`)}`

describe('A server whose clock is an hour ahead', () => {
  it('[L81] says so, and does not keep its posts above those of the others', async () => {
    const shared = await redis()
    const here = await startServer({ REDIS_URL: shared.url })
    const ahead = await startServer({ REDIS_URL: shared.url, NODE_OPTIONS: AHEAD })
    expect(await readiness(ahead)).toMatch(/clock: The clock of this machine.*3600 s ahead/)
    expect(await readiness(here)).toBe('ready')
    expect(await conditionOf(ahead, 'clock')).toBe('1')
    const [ann, bob] = await Promise.all([person(here, 'ann'), person(ahead, 'bob')])
    const early = await post(bob, 'written first')
    await post(ann, 'written second')
    expect(Math.abs(Date.parse(early.createdAt) - Date.now())).toBeLessThan(60_000)
    const feed = await ann.get<PostView[]>('/posts')
    expect(feed.body.map(({ text }) => text)).toEqual(['written second', 'written first'])
  })
})
