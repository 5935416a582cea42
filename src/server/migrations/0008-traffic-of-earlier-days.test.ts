import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { runMigration } from '#server/platform/mongo/migrations.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { trafficOfEarlierDays } from './0008-traffic-of-earlier-days.ts'

beforeAll(() => connectStore(freshDatabase()))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

const DAY = 24 * 3600_000

test('reports know the views by page, the visits by source and the events of the days before', async () => {
  const db = mongoose.connection.db!
  const today = Date.now() - (Date.now() % DAY)
  const counter = (kind: string, at: number, name: string, count: number) => ({
    _id: `${kind}|${at}|${name}` as never,
    kind,
    at: new Date(at),
    name,
    count,
  })
  const day = today - 3 * DAY
  await db
    .collection('tallies')
    .insertMany([
      counter('page', day, '/terms', 1000),
      counter('source', day, 'news.example', 4),
      counter('event', day, 'post/react', 3),
      ...Array.from({ length: 450 }, (_, at) => counter('page', day, `/u/person_${at}`, 2)),
      counter('hour', today, '', 9),
    ])
  for (let run = 0; run < 2; run += 1) {
    await runMigration(trafficOfEarlierDays, new AbortController().signal)
    const days = await db.collection('traffic_days').find().toArray()
    expect(days.map(({ _id, isPartial }) => [_id, isPartial])).toEqual([[new Date(day), true]])
    const rows = days[0]!['rows'] as Record<string, unknown>[]
    const facts = { page: '?', country: '?', device: '?', source: '?', event: '' }
    const none = { views: 0, visits: 0, visitors: 0, events: 0 }
    expect(rows[0]).toEqual({ ...facts, ...none, page: '/terms', views: 1000 })
    expect(rows).toContainEqual({ ...facts, ...none, page: 'other', views: 102 })
    expect(rows).toContainEqual({ ...facts, ...none, source: 'news.example', visits: 4 })
    expect(rows).toContainEqual({ ...facts, ...none, event: 'post/react', events: 3 })
    expect(rows).toHaveLength(403)
    expect(days[0]).toMatchObject({
      total: { views: 1900, visits: 4, visitors: 0, events: 3 },
      lists: { sources: [{ _id: 'news.example', visits: 4 }], events: [{ _id: 'post/react', total: 3 }] },
    })
    expect(
      await db
        .collection('traffic_sums')
        .find({}, { projection: { _id: 0, views: 1, page: 1 } })
        .toArray(),
    ).toEqual([{ views: 9, page: '?' }])
    await db.collection('migrations').deleteMany({})
  }
})
