import { Types, type Collection } from 'mongoose'
import { onNewCard } from '#server/features/people/users/people.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { bus } from '#server/platform/bus.ts'
import { isStaff } from '#server/platform/viewer.ts'
import { CaseModel, type CaseDocument } from './moderation.model.ts'
import { announceCase } from './moderation.present.ts'
import { ReportModel, type ReportDocument } from './reports/reports.model.ts'
import { announceReport } from './reports/reports.present.ts'
import { QueuedModel, type QueuedDocument } from './spam/review-queue.model.ts'
import { presentQueued, presentWaiting } from './spam/review-queue.present.ts'

/** Pushes a person's new name and picture to the dashboards, whose rows name them (LIVE L21). */
export const showNewCards = (): (() => void) =>
  onNewCard(async (actor) => {
    const { id } = actor
    const person = new Types.ObjectId(id)
    const ofThem = { $or: [{ reporterId: person }, { 'thing.ownerId': person }] }
    for (const report of await raised<ReportDocument>(ReportModel, ofThem)) await announceReport(bus, report)
    for (const one of await raised<CaseDocument>(CaseModel, { personId: person }))
      await announceCase(bus, one)
    // No index finds what one of the staff has decided.
    if (isStaff(await loadViewer(id)))
      for (const one of await raised<CaseDocument>(CaseModel, { adminId: person }))
        await announceCase(bus, one)
    for (const one of await raised<QueuedDocument>(QueuedModel, { authorId: person }))
      bus.emit('held:added', {
        authorId: id,
        held: presentQueued(one, actor),
        waiting: presentWaiting(one),
      })
  })

/** At most so many rows of each list are pushed after a rename: the newest, which may be on a screen. */
const MAX_PUSHED = 100

/** The newest of these records, with a higher `rev`: whatever still shows the old card is older (LIVE L2). */
async function raised<T extends object>(
  { collection }: { readonly collection: Collection },
  filter: object,
): Promise<T[]> {
  const newest = await collection.find(filter, { sort: { _id: -1 }, limit: MAX_PUSHED }).toArray()
  const which = { _id: { $in: newest.map(({ _id }) => _id) } }
  await collection.updateMany(which, { $inc: { rev: 1 } })
  return collection.find<T>(which).toArray()
}
