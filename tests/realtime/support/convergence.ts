import { MongoClient, type Db } from 'mongodb'
import { afterAll, expect } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startRedis } from '#tests/support/redis.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { membersAtEach, storedMessages } from '#tests/support/stored-messages.ts'
import { until } from '#tests/support/until.ts'
import { act, type Stage } from './actor.ts'
import { ModelPage, freshView, type View } from './model-page.ts'
import { seeded } from './random.ts'

/** SEED=... repeats the decisions of a run that failed. */
export const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

interface Palace {
  sites: { url: string }[]
  store: Db
}

/** One server, or two with a Redis. They end with the test file. */
export async function openPalace(servers: 1 | 2): Promise<Palace> {
  if (servers === 1) return serversOn(null)
  const redis = await startRedis()
  ends.push(() => redis[Symbol.asyncDispose]())
  return serversOn(redis.url)
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
  return { sites: servers, store: store.db() }
}

/** Resolves when no job is left whose effect the pages show. */
function jobsDone({ store }: Palace): Promise<void> {
  const due = () => ({
    $or: [
      { kind: { $in: ['read-receipts', 'block-in-groups'] }, state: 'running' },
      { kind: { $in: ['read-receipts', 'block-in-groups'] }, dueAt: { $lte: new Date() } },
      { kind: 'group-notices' },
    ],
  })
  return until('the jobs are done', async () => (await store.collection('jobs').countDocuments(due())) === 0)
}

/**
 * Four people act at random for so many seconds, each with two pages whose connections are cut again and again. Then
 * every page shows what a fresh one reads.
 */
export async function converge(palace: Palace, lasting: number, inGroups = false): Promise<void> {
  const { sites } = palace
  const random = seeded(seed)
  const people = await Promise.all(
    ['ann', 'bob', 'cat', 'dan'].map((name, at) =>
      person(sites[at % sites.length]!, `${name}_${seed % 1e6}`),
    ),
  )
  const stage: Stage = { random, people, sites, sent: new Map<string, MessageView>(), inGroups }
  const pages = people.map((who) => [
    new ModelPage(who, random.pick(sites)),
    new ModelPage(who, random.pick(sites)),
  ])
  pages.flat().forEach((page) => page.connect())
  const end = Date.now() + lasting * 1000
  await Promise.all(people.map((who, at) => act(who, pages[at]!, stage, end)))
  await jobsDone(palace)
  pages.flat().forEach((page) => page.isUp || page.connect(random.pick(sites)))
  await Promise.all(pages.map((tabs, at) => converges(people[at]!, tabs, sites)))
  await nothingLostOrDoubled(stage, palace)
  if (inGroups) await nothingForOutsiders(pages.flat(), palace)
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

async function nothingLostOrDoubled({ people, sent }: Stage, palace: Palace): Promise<void> {
  const stored = await storedMessages(palace.store)
  for (const messages of stored.values())
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, at) => at + 1))
  const written = [...stored.values()].flat().filter(({ notice }) => !notice)
  const acknowledged = [...sent.values()].filter(({ conversationId }) => stored.has(conversationId))
  expect(written.map(({ _id }) => _id.toHexString()).toSorted()).toEqual(
    acknowledged.map(({ id }) => id).toSorted(),
  )
  for (const who of people) isWhole(await freshView(who, palace.sites[0]!), who)
}

/** Each thread has all that its person may read. */
function isWhole({ conversations, messages }: View, { handle }: Person): void {
  for (const { id, group, lastSeq } of conversations) {
    const seqs = messages.filter(({ conversationId }) => conversationId === id).map(({ seq }) => seq)
    const first = group?.firstSeq ?? 1
    const all = Array.from({ length: lastSeq + 1 - first }, (_, at) => first + at)
    expect(
      seqs.toSorted((a, b) => a - b),
      `${handle} in ${id}`,
    ).toEqual(all)
  }
}

/** Nobody has got a message of a group that they were not in, or sees the words of somebody behind a block. */
async function nothingForOutsiders(pages: readonly ModelPage[], palace: Palace): Promise<void> {
  const stored = await storedMessages(palace.store)
  const members = new Map([...stored].map(([id, messages]) => [id, membersAtEach(messages)]))
  for (const { person: who, created } of pages) {
    const foreign = created.filter(([id, seq]) => members.get(id)?.[seq - 1]?.has(who.id) === false)
    expect(foreign, who.handle).toEqual([])
  }
  const blocks = await palace.store.collection('relations').find({ kind: 'block' }).toArray()
  const apart = new Set(
    blocks.flatMap(({ userId, otherId }) => [`${userId} ${otherId}`, `${otherId} ${userId}`]),
  )
  for (const who of new Set(pages.map((page) => page.person))) {
    const { messages } = await freshView(who, palace.sites[0]!)
    for (const { senderId, content, hidden = false, seq } of messages.filter(({ notice }) => !notice)) {
      expect(hidden, `${who.handle} at ${seq}`).toBe(apart.has(`${who.id} ${senderId}`))
      if (hidden) expect(content).toBe('')
    }
  }
}
