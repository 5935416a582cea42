import { PageMinuteModel, TallyModel, type TallyKind } from './analytics.model.ts'
import { flushPageViews } from './page-views.service.ts'
import { DAY, HOUR, MINUTE, beginOf, idOfTally } from './tallies.ts'

/** Days that are added up anew; older ones are never shown. */
const DAYS = 2
/** An hour is looked at once nobody writes to it any more, ms. */
const SETTLED = 5 * MINUTE

/**
 * Adds up the page views of today and yesterday anew from their minutes, and raises every sum that is lower:
 * a store that took one write and not the other has left it behind. Sums that are higher stay: minutes of
 * pages whose people have gone are gone with them. Answers how many were looked at and raised.
 */
export async function recountViews(now = Date.now()): Promise<{ sums: number; corrected: number }> {
  await flushPageViews()
  const done = { sums: 0, corrected: 0 }
  for (let at = beginOf(DAY, now) - (DAYS - 1) * DAY; at + HOUR + SETTLED <= now; at += HOUR) {
    const [row] = await PageMinuteModel.aggregate<{ views: number }>([
      { $match: { minute: { $gte: new Date(at), $lt: new Date(at + HOUR) } } },
      { $group: { _id: null, views: { $sum: '$views' } } },
    ])
    if (!row) continue
    done.sums += 1
    if (await raiseTo('hour', at, '', row.views)) done.corrected += 1
  }
  return done
}

async function raiseTo(kind: TallyKind, at: number, name: string, count: number): Promise<boolean> {
  const { modifiedCount, upsertedCount } = await TallyModel.updateOne(
    { _id: idOfTally(kind, at, name) },
    { $max: { count }, $setOnInsert: { kind, at: new Date(at), name } },
    { upsert: true },
  )
  return modifiedCount + upsertedCount > 0
}
