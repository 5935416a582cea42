import { Types } from 'mongoose'
import type { Erase } from '#server/platform/departed.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { CaseModel, RemovedModel } from './moderation.model.ts'
import { purgeRemovedOf } from './removals.service.ts'

/** What was hidden of them goes for good, and what was decided about them. What they decided as an admin stays without their name. */
export const eraseModeration: Erase = async ({ id }) => {
  const person = new Types.ObjectId(id)
  await purgeRemovedOf(id)
  await RemovedModel.collection.updateMany({ 'document.reactions.userId': person }, { $pull: { 'document.reactions': { userId: person } } } as never)
  await CaseModel.deleteMany({ personId: person })
  for await (const { _id } of rowsOf(CaseModel.find({ adminId: id }, { _id: 1 }).lean())) {
    // The case's own id is nobody's.
    await CaseModel.updateOne({ _id }, { $set: { adminId: _id }, $inc: { rev: 1 } })
  }
  await CaseModel.updateMany({ 'appeal.decidedBy': person }, { $set: { 'appeal.decidedBy': null } })
}
