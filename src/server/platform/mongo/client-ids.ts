import { Types, type Collection } from 'mongoose'
import { batchReads } from '../cache/batched-reads.ts'

/** A collection whose documents have `authorId` and `clientId`. */
interface Written {
  readonly collection: Collection
}

/** Where an earlier attempt may have left something. */
export interface AttemptPlace {
  /** The documents. Has the index { authorId, clientId }. */
  written: Written
  /** What is left of deleted ones. */
  deleted: Written
  /** Only these documents count. */
  where?: object
  /** Fields of the documents that nobody needs. */
  without?: readonly string[]
}

/** What is found in each place: the document, that it was deleted, or nothing. */
type Found<Documents> = { [Name in keyof Documents]: Documents[Name] | 'deleted' | null }

interface Row {
  authorId: Types.ObjectId
  clientId: string
}

interface Marked extends Row {
  foundIn: string
  isDeleted: boolean
}

/** Most of them in one command. */
const MAX = 100

/**
 * Returns how to read what an earlier attempt with the same clientId has left (LIVE L5), in all places with one
 * command. Calls of the same moment share it. It reads what is deleted after the documents, so a deletion in
 * between is found by one of the two.
 */
export function findByClientId<Documents extends object>(places: {
  readonly [Name in keyof Documents]: AttemptPlace
}) {
  const names = Object.keys(places)
  const nothing = Object.fromEntries(names.map((name) => [name, null])) as Found<Documents>
  const [first, ...others] = Object.entries<AttemptPlace>(places).flatMap(([foundIn, place]) => [
    {
      collection: place.written.collection,
      stages: (named: object) => [
        { $match: { ...named, ...place.where } },
        ...(place.without ? [{ $unset: [...place.without] }] : []),
        { $set: { foundIn, isDeleted: false } },
      ],
    },
    {
      collection: place.deleted.collection,
      stages: (named: object) => [{ $match: named }, { $set: { foundIn, isDeleted: true } }],
    },
  ])

  const read = batchReads<Partial<Found<Documents>>>({
    max: MAX,
    async load(keys) {
      const named = { $or: keys.map(fieldsOf) }
      const unions = others.map(({ collection, stages }) => ({
        $unionWith: { coll: collection.collectionName, pipeline: stages(named) },
      }))
      const rows = await first!.collection
        .aggregate<Marked>([...first!.stages(named), ...unions], { hint: { authorId: 1, clientId: 1 } })
        .toArray()
      const found = new Map<string, Partial<Found<Documents>>>()
      // The documents come first, and count more than what is left of others.
      for (const { foundIn, isDeleted, ...document } of rows.toReversed()) {
        const key = keyOf(document.authorId.toHexString(), document.clientId)
        found.set(key, { ...found.get(key), [foundIn]: isDeleted ? 'deleted' : document })
      }
      return found
    },
  })
  return async (authorId: string, clientId: string): Promise<Found<Documents>> => ({
    ...nothing,
    ...(await read(keyOf(authorId, clientId))),
  })
}

const keyOf = (authorId: string, clientId: string): string => `${authorId} ${clientId}`

function fieldsOf(key: string): object {
  const [authorId, clientId] = key.split(' ')
  return { authorId: new Types.ObjectId(authorId), clientId }
}
