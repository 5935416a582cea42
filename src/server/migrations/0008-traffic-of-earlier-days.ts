import type { mongo } from 'mongoose'
import type { Migration } from '#server/platform/mongo/migration.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const DAYS = 90
/** Pages of a day; the others are one row. Sources and events are fewer. */
const MOST = 400
/** The country, device or source of a sum that does not know it. */
const UNKNOWN = '?'

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
      const others = pages.slice(MOST).reduce((sum, { count }) => sum + count, 0)
      const rows = [
        ...pages.slice(0, MOST).map(({ name, count }) => row({ page: name, views: count })),
        ...(others > 0 ? [row({ page: 'other', views: others })] : []),
        ...sources.map(({ name, count }) => row({ source: name, visits: count })),
        ...events.map(({ name, count }) => row({ event: name, events: count })),
      ]
      if (rows.length > 0)
        await db
          .collection<mongo.Document & { _id: Date }>('traffic_days')
          .updateOne({ _id: new Date(day) }, { $setOnInsert: { rows, isPartial: true } }, { upsert: true })
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

const row = (known: Record<string, string | number>) => ({
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
