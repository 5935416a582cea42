import { trusted } from 'mongoose'
import { countedWeekOf } from '#server/features/people/users/counted-weeks.service.ts'
import type { Erase } from '#server/platform/erasure.ts'
import { clock } from '#server/platform/clock.ts'
import { DAY } from '#server/platform/durations.ts'
import { ActiveVisitorModel, KEPT_DAYS, PageMinuteModel, CounterModel } from './analytics.model.ts'
import { pageOf } from './page-paths.ts'
import { flushPageViews } from './page-views.service.ts'
import { beginOf, counterId } from './counters.ts'
import { VisitorStepsModel } from './funnels.model.ts'
import { forgetWeeks } from './retention-counts.ts'
import { dayVisitorId } from './traffic-sums.ts'
import { DayVisitorModel, TrafficDayModel, TrafficSumModel } from './traffic.model.ts'
import { keyOfPerson } from './visitors.ts'

/** Removes a person from the active visitors, those of the day, and those whom retention and funnels follow. */
export async function forgetVisits(userId: string): Promise<void> {
  await flushPageViews()
  const key = keyOfPerson(userId)
  await ActiveVisitorModel.deleteOne({ _id: key })
  const today = dayVisitorId(key, beginOf(DAY, clock.now()))
  await DayVisitorModel.deleteOne({ _id: today })
  await VisitorStepsModel.deleteOne({ _id: today })
  await forgetWeeks(userId)
}

/** Erases a person as a visitor, and the views of their profile, whose path has their handle. */
export const eraseTraces: Erase = async ({ id, handle }) => {
  await forgetVisits(id)
  const page = pageOf(`/u/${handle}`)
  await PageMinuteModel.deleteMany({ page })
  await TrafficSumModel.deleteMany({ page })
  // One document a day; their totals stay, which are of nobody.
  await TrafficDayModel.updateMany({}, { $pull: { rows: { page }, 'lists.pages': { _id: page } } })
  await CounterModel.deleteMany({
    _id: trusted({ $in: lastDays().map((day) => counterId('page', day, page)) }),
  })
}

/** For the export: the Monday (UTC) of the last week in which the retention counted the person. */
export async function* countedWeeks(userId: string): AsyncGenerator<{ week: Date }> {
  await flushPageViews()
  const week = await countedWeekOf(userId)
  if (week) yield { week }
}

/** All days with figures, and one more at each end. */
const lastDays = (): number[] =>
  Array.from({ length: KEPT_DAYS + 3 }, (_, back) => beginOf(DAY, clock.now()) - (back - 1) * DAY)
