import { MongoClient, type Db } from 'mongodb'
import { afterAll, describe, expect, it } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import type { MessageDocument } from '#server/features/messages/messages.model.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startRedis } from '#tests/support/redis.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { act, type Stage } from './support/actor.ts'
import { ModelPage, freshView, type View } from './support/model-page.ts'
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
  store: Db
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
  const due = () => ({
    $or: [
      { kind: 'read-receipts', state: 'running' },
      { kind: 'read-receipts', dueAt: { $lte: new Date() } },
      { kind: { $in: ['group-notices', 'end-group'] } },
    ],
  })
  const jobsDone = () =>
    until('the jobs are done', async () => (await store.db().collection('jobs').countDocuments(due())) === 0)
  return { sites: servers, store: store.db(), jobsDone }
}

async function run(palace: Palace, lasting: number, inGroups = false): Promise<void> {
  const { sites, jobsDone } = palace
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
  await jobsDone()
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

/** Of a group that has ended, nothing is left. */
async function storedMessages({ store }: Palace): Promise<MessageDocument[]> {
  const ids = await store.collection('conversations').distinct('_id', { 'people.0': { $exists: true } })
  return store
    .collection<MessageDocument>('messages')
    .find({ conversationId: { $in: ids } })
    .sort({ conversationId: 1, seq: 1 })
    .toArray()
}

async function nothingLostOrDoubled({ people, sent }: Stage, palace: Palace): Promise<void> {
  const stored = await storedMessages(palace)
  const byConversation = Map.groupBy(stored, ({ conversationId }) => conversationId.toHexString())
  for (const messages of byConversation.values())
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, at) => at + 1))
  const acknowledged = [...sent.values()].filter(({ conversationId }) => byConversation.has(conversationId))
  expect(
    stored
      .filter(({ notice }) => !notice)
      .map(({ _id }) => _id.toHexString())
      .sort(),
  ).toEqual(acknowledged.map(({ id }) => id).sort())
  for (const who of people) isWhole(await freshView(who, palace.sites[0]!), who)
}

/** Each thread has all that its person may read. */
function isWhole({ conversations, messages }: View, { handle }: Person): void {
  for (const { id, group, lastSeq } of conversations) {
    const seqs = messages.filter(({ conversationId }) => conversationId === id).map(({ seq }) => seq)
    const first = group?.firstSeq ?? 1
    expect(
      seqs.sort((a, b) => a - b),
      `${handle} in ${id}`,
    ).toEqual(Array.from({ length: lastSeq + 1 - first }, (_, at) => first + at))
  }
}

/** Nobody has got a message of a group that they were not in, or the words of somebody behind a block. */
async function nothingForOutsiders(pages: readonly ModelPage[], palace: Palace): Promise<void> {
  const stored = await storedMessages(palace)
  const members = membersBySeq(stored)
  const keyOf = (conversationId: string, seq: number) => `${conversationId} ${seq}`
  for (const { person: who, created } of pages) {
    const foreign = created
      .map(([id, seq]) => keyOf(id, seq))
      .filter((key) => members.get(key)?.has(who.id) === false)
    expect(foreign, who.handle).toEqual([])
  }
  const blocks = await palace.store.collection('relations').find({ kind: 'block' }).toArray()
  const areApart = (one: string, other: string) =>
    blocks.some(
      ({ userId, otherId }) => [`${userId}`, `${otherId}`].sort().join() === [one, other].sort().join(),
    )
  for (const who of new Set(pages.map((page) => page.person))) {
    const { messages } = await freshView(who, palace.sites[0]!)
    for (const { senderId, content, hidden = false, notice, seq } of messages.filter((one) => !one.notice)) {
      expect(hidden, `${who.handle} sees ${seq}`).toBe(areApart(who.id, senderId))
      if (hidden) expect({ content, notice }).toEqual({ content: '', notice: undefined })
    }
  }

  function membersBySeq(all: readonly MessageDocument[]): Map<string, ReadonlySet<string>> {
    const found = new Map<string, ReadonlySet<string>>()
    for (const [id, messages] of Map.groupBy(all, ({ conversationId }) => conversationId.toHexString())) {
      let now: ReadonlySet<string> = new Set()
      for (const { seq, senderId, notice } of messages) {
        now = after(now, senderId.toHexString(), notice)
        found.set(keyOf(id, seq), now)
      }
      // Whom the maker has brought along reads the first line as well.
      if (found.has(keyOf(id, 2))) found.set(keyOf(id, 1), found.get(keyOf(id, 2))!)
    }
    return found
  }
}

/** Who is in a group after a line of its thread. */
function after(members: ReadonlySet<string>, senderId: string, notice: MessageDocument['notice']) {
  if (!notice || !('event' in notice)) return members
  const who = (notice.who ?? []).map((id) => id.toHexString())
  if (notice.event === 'made' || notice.event === 'joined') return members.union(new Set([senderId]))
  if (notice.event === 'added') return members.union(new Set(who))
  if (notice.event === 'left') return members.difference(new Set([senderId]))
  if (notice.event === 'removed') return members.difference(new Set(who))
  return members
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

  it(
    '[L49 L50] nobody reads what they may not in a group, with two servers, whoever comes, goes, is removed or blocked',
    async () => {
      const redis = await startRedis()
      ends.push(() => redis[Symbol.asyncDispose]())
      await run(await serversOn(redis.url), seconds / 2, true)
    },
    (seconds + 90) * 1000,
  )
})
