import type { mongo } from 'mongoose'
import type { Migration } from '#server/platform/mongo/migration.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const DAYS = 90
/** Pages of a day; the others are one row. Sources and events are fewer. */
const MOST = 400
/** The country, device or source of a sum that does not know it. */
const UNKNOWN = '?'

interface Row {
  page: string
  country: string
  device: string
  source: string
  event: string
  views: number
  visits: number
  visitors: number
  events: number
}

interface Counter extends mongo.Document {
  at: Date
  name: string
  count: number
}

/**
 * Until then views were counted by page, visits by source, and events, each by itself. Reports read one sum for
 * each combination, and the days before have sums without the other facts.
 */
export const trafficOfEarlierDays: Migration = {
  name: '0008-traffic-of-earlier-days',
  does: 'Brings the page views, visits and events of the last 90 days into the reports of /analytics.',
  async run({ db, signal }) {
    const counters = db.collection<Counter>('tallies')
    const countersOf = (kind: string, day: number, most: number) =>
      counters
        .find({ kind, at: new Date(day) })
        .sort({ count: -1 })
        .limit(most)
        .toArray()
    const now = Date.now()
    const today = now - (now % DAY)
    for (let day = today - DAYS * DAY; day < today && !signal.aborted; day += DAY) {
      const [pages, sources, events] = await Promise.all([
        countersOf('page', day, 0),
        countersOf('source', day, MOST),
        countersOf('event', day, MOST),
      ])
      const others = sumOf(pages.slice(MOST))
      const rows = [
        ...pages.slice(0, MOST).map(({ name, count }) => row({ page: name, views: count })),
        ...(others > 0 ? [row({ page: 'other', views: others })] : []),
        ...sources.map(({ name, count }) => row({ source: name, visits: count })),
        ...events.map(({ name, count }) => row({ event: name, events: count })),
      ]
      if (rows.length > 0)
        await db.collection<mongo.Document & { _id: Date }>('traffic_days').updateOne(
          { _id: new Date(day) },
          {
            $setOnInsert: {
              total: {
                views: sumOf(pages),
                visits: sumOf(sources),
                visitors: 0,
                events: sumOf(events),
              },
              lists: {
                pages: rows.filter(({ views }) => views > 0).map(({ page, views }) => ({ _id: page, views })),
                countries: [],
                devices: [],
                sources: sources.map(({ name, count }) => ({ _id: name, visits: count, views: 0 })),
                events: events.map(({ name, count }) => ({ _id: name, total: count })),
              },
              rows,
              isPartial: true,
            },
          },
          { upsert: true },
        )
    }
    // Today is not over, so its sums are those of its hours.
    const hours = await counters.find({ kind: 'hour', at: { $gte: new Date(today) } }).toArray()
    for (const { at, count } of hours)
      await db.collection<mongo.Document & { _id: string }>('traffic_sums').updateOne(
        { _id: `hour|${at.getTime()}|migrated` },
        {
          $setOnInsert: {
            span: 'hour',
            at,
            expiresAt: new Date(at.getTime() + 8 * DAY),
            ...row({ views: count }),
          },
        },
        { upsert: true },
      )
  },
}

const sumOf = (counters: readonly Counter[]): number => counters.reduce((sum, { count }) => sum + count, 0)

const row = (known: Partial<Row>): Row => ({
  page: UNKNOWN,
  country: UNKNOWN,
  device: UNKNOWN,
  source: UNKNOWN,
  event: '',
  views: 0,
  visits: 0,
  visitors: 0,
  events: 0,
  ...known,
})
