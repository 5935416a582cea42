import type { Erase } from '#server/platform/erasure.ts'
import { CelebrityModel, TimelineModel } from './timelines.model.ts'
import { emptyTimeline, inboxOf, outboxOf } from './timelines.store.ts'

/**
 * What they followed, and their own outbox. Their posts leave others' timelines one by one, as each is
 * removed.
 */
export const eraseTimelines: Erase = async ({ id }) => {
  await Promise.all([emptyTimeline(inboxOf(id)), emptyTimeline(outboxOf(id))])
  await Promise.all([TimelineModel.deleteOne({ _id: id }), CelebrityModel.deleteOne({ _id: id })])
}
