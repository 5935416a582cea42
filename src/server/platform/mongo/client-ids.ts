import { Types, type Collection } from 'mongoose'
import { batchReads } from '../cache/batched-reads.ts'

/** A collection whose documents have `authorId` and `clientId`. */
interface Written {
  readonly collection: Collection
}

interface Collections {
  /** The documents. Has the index { authorId, clientId }. */
  written: Written
  /** What is left of deleted ones. */
  deleted: Written
  /** Only these documents count. */
  where?: object
  /** Fields of the documents that nobody needs. */
  without?: readonly string[]
}

interface Found {
  authorId: Types.ObjectId
  clientId: string
  isDeleted?: true
}

/** Most of them in one command. */
const MAX = 100

/**
 * Returns how to read what an earlier attempt with the same clientId has written (LIVE L5): the document,
 * 'deleted', or null. Calls of the same moment share a command. It reads what is deleted after the documents, so
 * a deletion in between is found by one of the two.
 */
export function findByClientId<D>({ written, deleted, where = {}, without = [] }: Collections) {
  const read = batchReads<D | 'deleted'>({
    max: MAX,
    async load(keys) {
      const named = { $or: keys.map(fieldsOf) }
      const found = await written.collection
        .aggregate<Found>(
          [
            { $match: { ...named, ...where } },
            ...(without.length > 0 ? [{ $unset: [...without] }] : []),
            {
              $unionWith: {
                coll: deleted.collection.collectionName,
                pipeline: [{ $match: named }, { $set: { isDeleted: true } }],
              },
            },
          ],
          { hint: { authorId: 1, clientId: 1 } },
        )
        .toArray()
      return new Map(
        // The documents come first, and count more than what is left of others.
        found
          .toReversed()
          .map((one) => [
            keyOf(one.authorId.toHexString(), one.clientId),
            one.isDeleted ? 'deleted' : (one as D),
          ]),
      )
    },
  })
  return async (authorId: string, clientId: string): Promise<D | 'deleted' | null> =>
    (await read(keyOf(authorId, clientId))) ?? null
}

const keyOf = (authorId: string, clientId: string): string => `${authorId} ${clientId}`

function fieldsOf(key: string): object {
  const [authorId, clientId] = key.split(' ')
  return { authorId: new Types.ObjectId(authorId), clientId }
}
