import { rowsOf } from '#server/platform/mongo/rows.ts'
import { RelationModel, type RelationDocument, type RelationKind } from './relations.model.ts'

/** Whom a person has muted or blocked, for their export. Who did it to them is the others' business. */
export async function* exportedRelations(userId: string, kind: RelationKind): AsyncGenerator<{ userId: string; since: Date }> {
  for await (const row of rowsOf(RelationModel.find({ userId, kind }).lean<RelationDocument[]>())) {
    const { otherId, createdAt } = row
    yield { userId: otherId.toHexString(), since: createdAt }
  }
}
