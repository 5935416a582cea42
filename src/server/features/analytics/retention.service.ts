import { trusted } from 'mongoose'
import type { RetentionView } from '#contract/analytics.retention.ts'
import { clock } from '#server/platform/clock.ts'
import { WEEK } from '#server/platform/durations.ts'
import { weekOf } from './counters.ts'
import { flushPageViews } from './page-views.service.ts'
import { oldestCohort } from './retention-counts.ts'
import { RETENTION_INDEX, RetentionSumModel, type RetentionSumDocument } from './retention.model.ts'

/** How many people of each week's new accounts came back in the weeks after. */
export async function retention(): Promise<RetentionView> {
  await flushPageViews()
  const now = clock.date()
  const running = weekOf(now.getTime())
  const oldest = oldestCohort(running)
  const sums = await RetentionSumModel.find({ cohort: trusted({ $gte: new Date(oldest) }) })
    .hint(RETENTION_INDEX)
    .lean<RetentionSumDocument[]>()
  const counts = new Map(
    sums.map(({ cohort, week, people }) => [`${cohort.getTime()}|${week.getTime()}`, people]),
  )
  const first = Math.min(running, ...sums.map(({ cohort }) => cohort.getTime()))
  return {
    cohorts: weeksBetween(first, running)
      .map((cohort) => ({
        week: new Date(cohort).toISOString(),
        people: weeksBetween(cohort, running).map((week) => counts.get(`${cohort}|${week}`) ?? 0),
      }))
      .toReversed(),
    runningWeek: new Date(running).toISOString(),
    updatedAt: now.toISOString(),
  }
}

/** Both are included. */
const weeksBetween = (from: number, to: number): number[] =>
  Array.from({ length: (to - from) / WEEK + 1 }, (_, at) => from + at * WEEK)
