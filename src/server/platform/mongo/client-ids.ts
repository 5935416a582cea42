import { Types, type Collection } from 'mongoose'
import { batchReads } from '../cache/batched-reads.ts'

/** A collection whose documents have `authorId` and `clientId`. */
interface Written {
  readonly collection: Collection
}

/** Where an earlier attempt may have left something. */
export interface AttemptPlace {
  /** The documents. Has the index { authorId, clientId }, with `within` before them. */
  written: Written
  /** The field of the thing that a clientId counts within: in another one it is another document. */
  within?: string
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

/** An attempt: whose, by which clientId, and within which thing. */
interface Attempt {
  authorId: string
  clientId: string
  within: string | undefined
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
      within: place.within,
      stages: (named: object) => [
        { $match: { ...named, ...place.where } },
        ...(place.without ? [{ $unset: [...place.without] }] : []),
        { $set: { foundIn, isDeleted: false } },
      ],
    },
    {
      collection: place.deleted.collection,
      within: undefined,
      stages: (named: object) => [{ $match: named }, { $set: { foundIn, isDeleted: true } }],
    },
  ])

  const read = batchReads<Partial<Found<Documents>>>({
    max: MAX,
    async load(keys) {
      const attempts = keys.map((key) => JSON.parse(key) as Attempt)
      const namedIn = (within: string | undefined) => ({ $or: attempts.map((one) => fieldsOf(one, within)) })
      const unions = others.map(({ collection, within, stages }) => ({
        $unionWith: { coll: collection.collectionName, pipeline: stages(namedIn(within)) },
      }))
      const { collection, within, stages } = first!
      const rows = await collection
        .aggregate<Marked>([...stages(namedIn(within)), ...unions], {
          hint: { ...(within && { [within]: 1 }), authorId: 1, clientId: 1 },
        })
        .toArray()
      // The documents come first, and count more than what is left of others.
      const backwards = rows.toReversed()
      return new Map(
        attempts.map((attempt, at) => {
          const its = backwards.filter((row) => isOf(row, attempt, places))
          const found = its.map(({ foundIn, isDeleted, ...document }) => [
            foundIn,
            isDeleted ? 'deleted' : document,
          ])
          return [keys[at]!, Object.fromEntries(found) as Partial<Found<Documents>>]
        }),
      )
    },
  })
  return async (authorId: string, clientId: string, within?: string): Promise<Found<Documents>> => ({
    ...nothing,
    ...(await read(JSON.stringify({ authorId, clientId, within }))),
  })
}

const fieldsOf = (attempt: Attempt, within: string | undefined): object => ({
  ...(within && { [within]: new Types.ObjectId(attempt.within) }),
  authorId: new Types.ObjectId(attempt.authorId),
  clientId: attempt.clientId,
})

/** What is left of a deleted document counts for every thing. */
function isOf(row: Marked, attempt: Attempt, places: Readonly<Record<string, AttemptPlace>>): boolean {
  if (row.clientId !== attempt.clientId || row.authorId.toHexString() !== attempt.authorId) return false
  const within = row.isDeleted ? undefined : places[row.foundIn]?.within
  return within === undefined || String(row[within as keyof Marked]) === attempt.within
}
