import type { Erase } from '#server/platform/departed.ts'
import { ActiveVisitorModel, PageMinuteModel } from './analytics.model.ts'
import { pageOf } from './page-paths.ts'
import { flushPageViews } from './page-views.service.ts'
import { keyOfPerson } from './visitors.ts'

/** That somebody is here is counted no more. */
export async function forgetVisits(userId: string): Promise<void> {
  await flushPageViews()
  await ActiveVisitorModel.deleteOne({ _id: keyOfPerson(userId) })
}

/** That they were here, and the views of their profile, whose address is their handle. */
export const eraseTraces: Erase = async ({ id, handle }) => {
  await forgetVisits(id)
  await PageMinuteModel.deleteMany({ page: pageOf(`/u/${handle}`) })
}
