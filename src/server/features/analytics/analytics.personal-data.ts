import { trusted } from 'mongoose'
import type { Erase } from '#server/platform/erasure.ts'
import { ActiveVisitorModel, KEPT_DAYS, PageMinuteModel, CounterModel } from './analytics.model.ts'
import { pageOf } from './page-paths.ts'
import { flushPageViews } from './page-views.service.ts'
import { DAY, beginOf, counterId } from './counters.ts'
import { keyOfPerson } from './visitors.ts'

/** That somebody is here is counted no more. */
export async function forgetVisits(userId: string): Promise<void> {
  await flushPageViews()
  await ActiveVisitorModel.deleteOne({ _id: keyOfPerson(userId) })
}

/** That they were here, and the views of their profile, whose address is their handle. */
export const eraseTraces: Erase = async ({ id, handle }) => {
  await forgetVisits(id)
  const page = pageOf(`/u/${handle}`)
  await PageMinuteModel.deleteMany({ page })
  await CounterModel.deleteMany({
    _id: trusted({ $in: lastDays().map((day) => counterId('page', day, page)) }),
  })
}

/** Every day that figures are kept of, and one more at each end. */
const lastDays = (): number[] =>
  Array.from({ length: KEPT_DAYS + 3 }, (_, back) => beginOf(DAY, Date.now()) - (back - 1) * DAY)
