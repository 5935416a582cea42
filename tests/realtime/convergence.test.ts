import { MongoClient } from 'mongodb'
import { afterAll, describe, expect, it } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startRedis } from '#tests/support/redis.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { act, type Stage } from './support/actor.ts'
import { ModelPage, freshView } from './support/model-page.ts'
import { seeded } from './support/random.ts'

// SEED=... repeats the decisions of a run that failed; CONVERGENCE_SECONDS=... makes it longer.
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const seconds = Number(process.env.CONVERGENCE_SECONDS ?? 12)

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

interface Palace {
  sites: { url: string }[]
  /** Resolves when no job is left whose effect the pages show. */
  jobsDone(): Promise<void>
}

async function serversOn(redisUrl: string | null): Promise<Palace> {
  const storeUri = freshDatabase()
  const store = await MongoClient.connect(storeUri)
  ends.push(async () => {
    await store.db().dropDatabase()
    await store.close()
  })
  const env = {
    MONGODB_URI: storeUri,
    SESSION_SECRET: 'shared',
    LOG_LEVEL: 'warn',
    ...(redisUrl && { REDIS_URL: redisUrl }),
  }
  const servers = await Promise.all(Array.from({ length: redisUrl ? 2 : 1 }, () => startServerProcess(env)))
  ends.push(() => Promise.all(servers.map((server) => server[Symbol.asyncDispose]())))
  const due = () => ({ kind: 'read-receipts', $or: [{ state: 'running' }, { dueAt: { $lte: new Date() } }] })
  const jobsDone = () =>
    until('the jobs are done', async () => (await store.db().collection('jobs').countDocuments(due())) === 0)
  return { sites: servers, jobsDone }
}

async function run({ sites, jobsDone }: Palace, lasting: number): Promise<void> {
  const random = seeded(seed)
  const people = await Promise.all(
    ['ann', 'bob', 'cat', 'dan'].map((name, at) =>
      person(sites[at % sites.length]!, `${name}_${seed % 1e6}`),
    ),
  )
  const stage: Stage = { random, people, sites, sent: new Map<string, MessageView>() }
  const pages = people.map((who) => [
    new ModelPage(who, random.pick(sites)),
    new ModelPage(who, random.pick(sites)),
  ])
  pages.flat().forEach((page) => page.connect())
  const end = Date.now() + lasting * 1000
  await Promise.all(people.map((who, at) => act(who, pages[at]!, stage, end)))
  await jobsDone()
  pages.flat().forEach((page) => page.isUp || page.connect(random.pick(sites)))
  await Promise.all(pages.map((tabs, at) => converges(people[at]!, tabs, sites)))
  await nothingLostOrDoubled(people, stage, sites[0]!)
  pages.flat().forEach((page) => page.cut())
}

async function converges(
  who: Person,
  tabs: readonly ModelPage[],
  sites: readonly { url: string }[],
): Promise<void> {
  const truth = await freshView(who, sites[0]!)
  const isTrue = async (tab: ModelPage) => {
    await tab.settled()
    return JSON.stringify(tab.view()) === JSON.stringify(truth)
  }
  for (const tab of tabs) {
    await until('all views equal the truth', () => isTrue(tab), 15_000).catch(() => {
      console.error(tab.history.slice(-300).join('\n'))
      expect(tab.view(), who.handle).toEqual(truth)
    })
  }
}

async function nothingLostOrDoubled(
  people: readonly Person[],
  { sent }: Stage,
  site: { url: string },
): Promise<void> {
  const views = await Promise.all(people.map((who) => freshView(who, site)))
  const messages = new Map(views.flatMap((view) => view.messages.map((message) => [message.id, message])))
  for (const message of sent.values())
    expect(messages.has(message.id), `an acknowledged message is missing: ${message.id}`).toBe(true)
  expect([...messages.values()].filter(({ notice }) => !notice)).toHaveLength(sent.size)
  for (const conversationId of new Set([...messages.values()].map((message) => message.conversationId))) {
    const seqs = [...messages.values()]
      .filter((message) => message.conversationId === conversationId)
      .map(({ seq }) => seq)
      .sort((a, b) => a - b)
    expect(seqs).toEqual(seqs.map((_, at) => at + 1))
  }
}

describe(`[L1 L2 L6 L7 L41 L42] After much that happened at once (SEED=${seed})`, () => {
  it(
    'every page shows the truth, though its connection was cut again and again',
    async () => run(await serversOn(null), seconds),
    (seconds + 90) * 1000,
  )

  it(
    'every page shows the truth with two servers, whichever it came back to',
    async () => {
      const redis = await startRedis()
      ends.push(() => redis[Symbol.asyncDispose]())
      await run(await serversOn(redis.url), seconds / 2)
    },
    (seconds + 90) * 1000,
  )
})
