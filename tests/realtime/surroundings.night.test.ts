import { MongoClient } from 'mongodb'
import { describe, expect, it, vi, type TestContext } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startRedis, type RedisProcess } from '#tests/support/redis.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { follow, message, post, watching } from './support/scenes.ts'

// All at once: they start processes, and wait for what these measure every ten seconds.
vi.setConfig({ testTimeout: 180_000, maxConcurrency: 10 })

/** A database for one test, and what is started beside it; all of it ends with the test. */
async function openSite({ onTestFinished }: TestContext) {
  const started = new AsyncDisposableStack()
  onTestFinished(() => started.disposeAsync())
  const uri = freshDatabase()
  const client = started.adopt(await MongoClient.connect(uri), async (store) => {
    await store.db().dropDatabase()
    await store.close()
  })
  const env = { MONGODB_URI: uri, SESSION_SECRET: 'shared', LOG_LEVEL: 'warn' }
  return {
    store: client.db(),
    startServer: async (more: Record<string, string> = {}): Promise<ServerProcess> =>
      started.use(await startServerProcess({ ...env, ...more })),
    redis: async (): Promise<RedisProcess> => started.use(await startRedis()),
    errorAbout: (words: RegExp) => client.db().collection('faults').findOne({ message: words }),
  }
}

const textAt = async (server: ServerProcess, path: string) => (await fetch(`${server.url}${path}`)).text()
const readiness = (server: ServerProcess) => textAt(server, '/readyz')
const conditionOf = async (server: ServerProcess, name: string) =>
  (await textAt(server, '/metrics')).match(new RegExp(`condition_active\\{condition="${name}"\\} (\\d)`))?.[1]
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

describe.concurrent('A server that starts while Redis is away', () => {
  it('[L18 L80] serves its own people, says so, and joins the others when Redis comes', async (context) => {
    const { redis, startServer, errorAbout } = await openSite(context)
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

  it('[L80] starts also beside a Redis that takes connections and never answers', async (context) => {
    const { redis, startServer } = await openSite(context)
    const shared = await redis()
    await shared.command('CLIENT', 'PAUSE', 600_000, 'ALL')
    const server = await startServer({ REDIS_URL: shared.url })
    expect(await readiness(server)).toMatch(/^ready\nredis: Redis does not answer/)
    await serveOwnPeople(server)
  })
})

describe.concurrent('[L80] Two servers on one database', () => {
  it.for([
    ['without a Redis', [{}, {}]],
    ['of which one has no Redis', ['first', {}]],
    ['with two different Redises', ['first', 'second']],
  ] as const)('%s: both tell it, until one of them ends', async ([, settings], context) => {
    const { redis, startServer, errorAbout, store } = await openSite(context)
    const [here, there] = (await Promise.all(
      settings.map(async (one) =>
        startServer(typeof one === 'string' ? { REDIS_URL: (await redis()).url } : one),
      ),
    )) as [ServerProcess, ServerProcess]
    for (const server of [here, there]) {
      await until('it is told', async () => (await readiness(server)).startsWith('ready\nsplit: '), 90_000)
      // The log is a pipe: its line can arrive after the answer.
      await until('the log tells it', () => server.log().includes('without sharing a Redis'))
      expect(await conditionOf(server, 'split')).toBe('1')
    }
    await until('the monitor shows it', async () => (await errorAbout(/without sharing a Redis/)) !== null)
    await there.kill()
    // As if half a minute had gone by: for so long its last measurement counts as one of a living process.
    await store
      .collection('pipes')
      .updateOne({ name: new RegExp(`:${there.pid()}$`) }, [{ $set: { at: { $subtract: ['$at', 30_000] } } }])
    await until('it is over', async () => (await readiness(here)) === 'ready', 90_000)
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

describe.concurrent('A server whose clock is an hour ahead', () => {
  it('[L81] says so, and does not keep its posts above those of the others', async (context) => {
    const { redis, startServer } = await openSite(context)
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
