import { isDeepStrictEqual } from 'node:util'
import { Types, type Collection, type mongo } from 'mongoose'
import { PORTION, type Portion } from '../jobs/walks.ts'

interface DerivedField<D, S extends keyof D & string> {
  readonly collection: Collection
  field: keyof D & string
  /** Its source fields. */
  sources: readonly S[]
  /** Undefined: the document has no such field. */
  derive(document: Pick<D, S>): readonly string[] | undefined
}

/**
 * Rebuilds a derived field on the next documents after an id, where it differs from what the code computes
 * now. Skips a document whose sources change meanwhile: that write derives the field itself. `rev` stays:
 * derived fields are for searches and in no view.
 */
export async function rebuildField<D, S extends keyof D & string>(
  { collection, field, sources, derive }: DerivedField<D, S>,
  after: string | null,
): Promise<Portion> {
  const filter = after === null ? {} : { _id: { $gt: new Types.ObjectId(after) } }
  const projection = Object.fromEntries([field, ...sources].map((name) => [name, 1]))
  const documents = await collection.find(filter, { projection, sort: { _id: 1 }, limit: PORTION }).toArray()
  const writes = documents.flatMap((document): mongo.AnyBulkWriteOperation[] => {
    const value = derive(document as unknown as Pick<D, S>)
    if (isDeepStrictEqual(document[field], value)) return []
    const unchanged = Object.fromEntries(sources.map((name) => [name, document[name] ?? null]))
    const update = value === undefined ? { $unset: { [field]: 1 } } : { $set: { [field]: value } }
    return [{ updateOne: { filter: { ...unchanged, _id: document._id }, update } }]
  })
  const changed =
    writes.length === 0 ? 0 : (await collection.bulkWrite(writes, { ordered: false })).modifiedCount
  return {
    after: documents.at(-1)?._id.toString() ?? after,
    isEnd: documents.length < PORTION,
    seen: documents.length,
    changed,
  }
}
