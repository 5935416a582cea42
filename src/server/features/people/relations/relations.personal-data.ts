import { trusted } from 'mongoose'
import { PORTION, type Erase } from '#server/platform/erasure.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { RelationModel, type RelationDocument, type RelationKind } from './relations.model.ts'

/** Whom they muted or blocked, and who did it to them. */
export const eraseRelations: Erase = async ({ id }, { signal }) => {
  const either = { $or: [{ userId: id }, { otherId: id }] }
  const some = () => RelationModel.find(either).limit(PORTION).lean<RelationDocument[]>()
  for (let rows = await some(); rows.length > 0; rows = await some()) {
    signal.throwIfAborted()
    await transact((tx) => take(tx, rows))
  }
}

async function take(tx: Transaction, rows: readonly RelationDocument[]): Promise<void> {
  await RelationModel.deleteMany(
    { _id: trusted({ $in: rows.map(({ _id }) => _id) }) },
    { session: tx.session },
  )
  for (const { userId, otherId, kind } of rows)
    tx.emit('relation:changed', {
      userId: userId.toHexString(),
      otherId: otherId.toHexString(),
      hidden: false,
      kind,
    })
}

/** Whom a person has muted or blocked, for their export. Who did it to them is the others' business. */
export async function* exportedRelations(
  userId: string,
  kind: RelationKind,
): AsyncGenerator<{ userId: string; since: Date }> {
  for await (const row of rowsOf(RelationModel.find({ userId, kind }).lean<RelationDocument[]>())) {
    const { otherId, createdAt } = row
    yield { userId: otherId.toHexString(), since: createdAt }
  }
}
