import { isDeepStrictEqual } from 'node:util'
import { Types, type Collection, type mongo } from 'mongoose'
import { WALK_PORTION, type Portion } from '../jobs/walks.ts'

interface DerivedFields<D, S extends keyof D & string, F extends keyof D & string> {
  readonly collection: Collection
  fields: readonly F[]
  /** Their source fields. */
  sources: readonly S[]
  /** Undefined: the document has no such field. */
  derive(document: Pick<D, S>): Record<F, unknown>
}

/**
 * Rebuilds derived fields on the next documents after an id, where they differ from what the code computes
 * now. Skips a document whose sources change meanwhile: that write derives the fields itself. `rev` stays:
 * derived fields are for searches and in no view.
 */
export async function rebuildFields<D, S extends keyof D & string, F extends keyof D & string>(
  { collection, fields, sources, derive }: DerivedFields<D, S, F>,
  after: string | null,
): Promise<Portion> {
  const filter = after === null ? {} : { _id: { $gt: new Types.ObjectId(after) } }
  const projection = Object.fromEntries([...fields, ...sources].map((name) => [name, 1]))
  const documents = await collection
    .find(filter, { projection, sort: { _id: 1 }, limit: WALK_PORTION })
    .toArray()
  const writes = documents.flatMap((document): mongo.AnyBulkWriteOperation[] => {
    const derived: Record<F, unknown> = derive(document as unknown as Pick<D, S>)
    const different = fields.filter((name) => !isDeepStrictEqual(document[name], derived[name]))
    if (different.length === 0) return []
    const unchanged = Object.fromEntries(sources.map((name) => [name, document[name] ?? null]))
    const kept = different.filter((name) => derived[name] !== undefined)
    const gone = different.filter((name) => derived[name] === undefined)
    const update = {
      ...(kept.length > 0 && { $set: Object.fromEntries(kept.map((name) => [name, derived[name]])) }),
      ...(gone.length > 0 && { $unset: Object.fromEntries(gone.map((name) => [name, 1])) }),
    }
    return [{ updateOne: { filter: { ...unchanged, _id: document._id }, update } }]
  })
  const changed =
    writes.length === 0 ? 0 : (await collection.bulkWrite(writes, { ordered: false })).modifiedCount
  return {
    after: documents.at(-1)?._id.toString() ?? after,
    isEnd: documents.length < WALK_PORTION,
    seen: documents.length,
    changed,
  }
}
