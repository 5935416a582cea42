import { rowsOf } from '#server/platform/mongo/rows.ts'
import { CASE_INDEXES, CaseModel, type CaseDocument } from './moderation.model.ts'

/** Everything that was decided about a person, with what they said to it, for their export. Who decided is not theirs. */
export async function* exportedCases(personId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const one of rowsOf(CaseModel.find({ personId }).hint(CASE_INDEXES.ofPerson).sort({ _id: -1 }).lean<CaseDocument[]>())) {
    const { action, targetType, reason, note, text, until, createdAt, appeal } = one
    yield { action, targetType, reason, note, text, until, createdAt, appeal: appeal?.text ?? null, appealed: appeal?.at ?? null, appealStatus: appeal?.status ?? null }
  }
}
