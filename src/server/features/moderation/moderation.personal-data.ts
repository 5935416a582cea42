import { Types } from 'mongoose'
import type { Erase } from '#server/platform/erasure.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { CaseModel, RemovedModel, CASE_INDEXES, type CaseDocument } from './moderation.model.ts'
import { purgeRemovedOf } from './removals.service.ts'

/**
 * What was hidden of them goes for good, and what was decided about them. What they decided as an admin stays
 * without their name.
 */
export const eraseModeration: Erase = async ({ id }) => {
  const person = new Types.ObjectId(id)
  await purgeRemovedOf(id)
  await RemovedModel.collection.updateMany({ 'document.reactions.userId': person }, {
    $pull: { 'document.reactions': { userId: person } },
  } as never)
  await CaseModel.deleteMany({ personId: person })
  for await (const { _id } of rowsOf(CaseModel.find({ adminId: id }, { _id: 1 }).lean())) {
    // The case's own id is nobody's.
    await CaseModel.updateOne({ _id }, { $set: { adminId: _id }, $inc: { rev: 1 } })
  }
  await CaseModel.updateMany({ 'appeal.decidedBy': person }, { $set: { 'appeal.decidedBy': null } })
}

/**
 * Everything that was decided about a person, with what they said to it, for their export. Who decided is not
 * theirs.
 */
export async function* exportedCases(personId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const one of rowsOf(
    CaseModel.find({ personId }).hint(CASE_INDEXES.ofPerson).sort({ _id: -1 }).lean<CaseDocument[]>(),
  )) {
    const { action, targetType, reason, note, text, until, createdAt, appeal } = one
    yield {
      action,
      targetType,
      reason,
      note,
      text,
      until,
      createdAt,
      appeal: appeal?.text ?? null,
      appealed: appeal?.at ?? null,
      appealStatus: appeal?.status ?? null,
    }
  }
}
