import mongoose, { mongo } from 'mongoose'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { person } from '#tests/support/http-client.ts'
import { fillAccount } from '#tests/support/full-account.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Row = Record<string, unknown>

/** A record that cannot be worked on, and one behind it. */
interface Plant {
  into: string
  bad: Row
  good: Row
  /** What the work leaves of the good one, if not nothing. */
  leaves?: (good: Row) => boolean
}

const DAY = 24 * 3600_000
const midnight = Math.floor(Date.now() / DAY) * DAY
const [older, old] = [new Date('2019-01-01'), new Date('2020-01-01')]
const id = () => new mongo.ObjectId()
const since = (at: Date) => mongo.ObjectId.createFromTime(at.getTime() / 1000)
/** With a path of so many letters; a day's document names it twice. */
const hour = (at: Date, letters: number): Row => ({
  _id: `hour|${at.getTime()}`,
  span: 'hour',
  at,
  page: '/'.repeat(letters),
  country: 'CH',
  device: 'desktop',
  source: 'direct',
  event: '',
  views: 7,
  visits: 1,
  visitors: 1,
  events: 0,
  expiresAt: new Date(Date.now() + DAY),
})
const TOO_LONG = 9_000_000
const actor = () => ({ id: id().toHexString(), handle: 'x', displayName: 'x', avatarUrl: null })
const waiting = { kind: 'post', input: {}, verdict: 'rejected', rev: 1 }
const upload = { usedBy: [], state: 'uploading', kind: 'image' }
const rule = { high: 0, calm: 0, value: -1, rev: 1 }

const PLANTS: Record<string, Plant[]> = {
  'sweep-held': [
    {
      into: 'held_writings',
      bad: { ...waiting, _id: since(older), authorId: 'nobody', clientId: 'bad' },
      good: { ...waiting, _id: since(old), authorId: id(), clientId: 'good' },
    },
  ],
  'purge-removed': [
    {
      into: 'removed_things',
      bad: { kind: 'unknown', ownerId: id(), document: {}, purgeAt: older },
      good: { kind: 'comment', ownerId: id(), document: { _id: id(), postId: id() }, purgeAt: old },
    },
  ],
  'settle-crowds': [
    {
      into: 'crowds',
      bad: { authorId: id(), peak: 'many', settlesAt: older },
      good: { authorId: id(), peak: 1, settlesAt: old },
    },
  ],
  'search-blocks': [
    {
      into: 'word_blocks',
      bad: { _id: new Date(1), to: new Date(2), plannedAt: old, builtAt: null, changed: null },
      good: { _id: new Date(2), to: new Date(3), plannedAt: old, builtAt: null, changed: [] },
      leaves: ({ builtAt }) => builtAt !== null,
    },
  ],
  'recover-fan-outs': [
    {
      into: 'posts',
      bad: { authorId: 'nobody', createdAt: older, fanOut: 'pending', clientId: 'bad' },
      good: { authorId: id(), createdAt: old, fanOut: 'pending', clientId: 'good' },
      leaves: ({ fanOut }) => fanOut === undefined,
    },
  ],
  'sweep-link-cards': [
    {
      into: 'link_cards',
      bad: { url: 'https://bad.example', expiresAt: older, mediaId: 'none' },
      good: { url: 'https://good.example', expiresAt: old },
    },
  ],
  'sweep-media': [
    {
      into: 'media',
      bad: { ...upload, token: 1, unusedSince: older },
      good: { ...upload, token: 'swept', unusedSince: old },
    },
    {
      into: 'media',
      bad: { ...upload, token: 2, gaveUp: { at: older } },
      good: { ...upload, token: 'failed', gaveUp: { at: old } },
      leaves: ({ gaveUp }) => gaveUp === undefined,
    },
  ],
  digests: [
    {
      into: 'notification_digests',
      bad: { _id: 'nobody', every: 'day', nextAt: older, queuedSeq: 0 },
      good: { _id: id(), every: 'day', nextAt: old, queuedSeq: 0 },
      leaves: ({ nextAt }) => (nextAt as Date).getTime() > Date.now(),
    },
  ],
  'left-notices': [
    {
      into: 'pending_notices',
      bad: { userId: 'nobody', notice: null, createdAt: older },
      good: {
        userId: id(),
        notice: { type: 'FOLLOW', data: {}, userId: id().toHexString(), actor: actor(), message: 'x' },
        createdAt: old,
      },
    },
  ],
  alerts: [
    {
      into: 'alert_rules',
      bad: { ...rule, _id: 'crash', silencedUntil: 'later' },
      good: { ...rule, _id: 'reports' },
      leaves: ({ value }) => value !== -1,
    },
  ],
  'traffic-days': [
    {
      into: 'traffic_sums',
      bad: hour(new Date(midnight - 3 * DAY), TOO_LONG),
      good: hour(new Date(midnight - 2 * DAY), 1),
      leaves: () => true,
    },
  ],
}

const collectionOf = (name: string) => mongoose.connection.collection<mongo.Document>(name)

async function plant(into: string, row: Row): Promise<mongo.Document['_id']> {
  const { insertedId } = await collectionOf(into).insertOne({ ...row })
  onTestFinished(async () => void (await collectionOf(into).deleteOne({ _id: insertedId })))
  return insertedId
}

describe('Periodic work goes on behind a record that fails', () => {
  test('each kind has a case here', async () => {
    const { jobKinds } = await import('#server/platform/jobs/job-kinds.ts')
    const periodic = [...jobKinds.values()].filter(({ everyMs }) => everyMs !== undefined)
    expect(Object.keys(PLANTS).sort()).toEqual(periodic.map(({ kind }) => kind).sort())
  })

  test.each(Object.entries(PLANTS))('%s', async (kind, plants) => {
    const { jobKinds } = await import('#server/platform/jobs/job-kinds.ts')
    const goods: { into: string; _id: unknown; leaves: Plant['leaves'] }[] = []
    for (const { into, bad, good, leaves } of plants) {
      await plant(into, bad)
      goods.push({ into, _id: await plant(into, good), leaves })
    }
    const run = async () =>
      jobKinds.get(kind)!.run({} as never, { signal: new AbortController().signal } as never)
    await expect(run()).rejects.toThrow('records failed')
    for (const { into, _id, leaves } of goods) {
      const left = await collectionOf(into).findOne({ _id: _id as never })
      expect(left === null ? !leaves : leaves?.(left), JSON.stringify(left)).toBe(true)
    }
  })

  test('a day of the traffic that failed is added up once it can be, also behind later days', async () => {
    const { closeDays } = await import('#server/features/analytics/traffic-days.ts')
    const [first, second] = [new Date(midnight - 3 * DAY), new Date(midnight - 2 * DAY)]
    const bad = await plant('traffic_sums', hour(first, TOO_LONG))
    await plant('traffic_sums', hour(second, 1))
    await expect(closeDays()).rejects.toThrow('records failed')
    await collectionOf('traffic_sums').updateOne({ _id: bad }, { $set: { page: '/' } })
    await closeDays()
    const day = await collectionOf('traffic_days').findOne({ _id: first })
    expect(day).toMatchObject({ total: { views: 7 } })
  })
})

/** Documents with the id of a person, by collection. */
async function documentsOf(who: { id: string }): Promise<Map<string, mongo.Document[]>> {
  const found = new Map<string, mongo.Document[]>()
  for (const { collectionName } of await mongoose.connection.db!.collections()) {
    const all = await collectionOf(collectionName).find().toArray()
    const theirs = all.filter((one) => mongo.BSON.EJSON.stringify(one).includes(who.id))
    if (theirs.length > 0) found.set(collectionName, theirs)
  }
  return found
}

/** A copy of a document that has a wrong id, and leads to nothing that is there. */
function spoilt(document: mongo.Document, name: string, keep: string): mongo.Document {
  const wrong = (value: unknown, key: string): unknown => {
    if (value instanceof mongo.ObjectId) return value.toHexString() === keep ? value : `no-${name}`
    if (Array.isArray(value)) return value.map((one) => wrong(one, key))
    if (typeof value === 'string' && /clientId|token|endpoint|url|slug|pair|email|Key|hash/i.test(key))
      return `${value}-${name}`
    return value
  }
  const entries = Object.entries(document).map(([key, value]) => [key, wrong(value, key)])
  return { ...Object.fromEntries(entries), _id: `no-${name}` }
}

test('an erasure goes on behind a record that fails, in every collection, and ends when it is mended', async () => {
  const [lena, bob, cat] = [
    await person(server, 'bad_lena'),
    await person(server, 'bad_bob'),
    await person(server, 'bad_cat'),
  ]
  const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
  for (const who of [lena, bob]) await setAdmin(who.id, true)
  await fillAccount(server, lena, bob, cat)
  // Its last run comes ten seconds later, and names both people until then.
  const blockJobs = () => collectionOf('jobs').countDocuments({ kind: 'block-in-groups' })
  await until('the job of the block is done', async () => (await blockJobs()) === 0, 30_000)
  const { eraseAll } = await import('#server/features/account/erasure/deletion.service.ts')
  const { removeAccount } = await import('#server/features/people/users/accounts.service.ts')
  const { transact } = await import('#server/platform/mongo/transaction.ts')
  const erased = await transact((tx) => removeAccount(tx, lena.id))
  // The bad ones come first, in the order of ids and in that of insertion.
  const planted: string[] = []
  for (const [name, documents] of await documentsOf(lena)) {
    if (!(documents[0]!._id instanceof mongo.ObjectId)) continue
    await collectionOf(name).deleteMany({ _id: { $in: documents.map(({ _id }) => _id) } })
    await collectionOf(name).insertOne(spoilt(documents[0]!, name, lena.id))
    await collectionOf(name).insertMany(documents)
    planted.push(name)
  }
  expect(planted.length).toBeGreaterThan(20)
  const run = { signal: new AbortController().signal, last: true }
  await expect(eraseAll(erased, run)).rejects.toThrow('records failed')
  const left = new Map(
    [...(await documentsOf(lena))].map(([name, documents]) => [
      name,
      documents.filter(({ _id }) => _id !== `no-${name}`),
    ]),
  )
  // What decides who may see things goes last.
  for (const name of ['follows', 'relations']) left.delete(name)
  expect(Object.fromEntries([...left].filter(([, documents]) => documents.length > 0))).toEqual({})
  for (const name of planted) await collectionOf(name).deleteOne({ _id: `no-${name}` as never })
  await eraseAll(erased, run)
  expect(Object.fromEntries(await documentsOf(lena))).toEqual({})
})
