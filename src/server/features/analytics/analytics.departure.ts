import type { Erase } from '#server/platform/departed.ts'
import { ActiveVisitorModel, PageMinuteModel } from './analytics.model.ts'
import { pageOf } from './page-paths.ts'
import { flushPageViews } from './page-views.service.ts'
import { keyOfPerson } from './visitors.ts'

/** That they were here, and the views of their profile, whose address is their handle. */
export const eraseTraces: Erase = async ({ id, handle }) => {
  await flushPageViews()
  await ActiveVisitorModel.deleteOne({ _id: keyOfPerson(id) })
  await PageMinuteModel.deleteMany({ page: pageOf(`/u/${handle}`) })
}
