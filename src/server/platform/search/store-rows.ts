import type { mongo, Types } from 'mongoose'
import type { CursorRange } from '../cursor-pages.ts'
import type { Row, Scope, Scopes, Searched, Wanted, Worded } from './searched.ts'

/** The records with a word, newest first: those that fit, and of the others only when they were written. */
interface WordRows {
  fitting: { _id: Types.ObjectId; at: Date }[]
  others: Date[]
}

interface WantedRange extends Wanted {
  /** The one of the words that the index is read for. */
  word: string | undefined
}

/** The rows of a word in a scope, from the store's own index. */
export async function rowsOfStore<D extends Worded, S extends Scope>(
  where: Searched<D>,
  scope: S,
  wanted: WantedRange,
  range: CursorRange,
): Promise<Row<S>[]> {
  const [read] = await rowsOfWord(where, scope.filter, wanted, range).toArray()
  return [
    ...(read?.fitting ?? []).map(({ _id, at }) => ({ at: at.getTime(), id: _id, scope })),
    ...(read?.others ?? []).map((at) => ({ at: at.getTime(), id: null, scope })),
  ]
}

/** One range of the index; exported for its explain test. */
export function rowsOfWord<D extends Worded>(
  { collection, index, author }: Searched<D>,
  scope: object,
  { word, words, by, since = null }: WantedRange,
  { before, at, limit }: CursorRange,
): mongo.AggregationCursor<WordRows> {
  const createdAt = {
    ...(before != null && { $lt: new Date(before) }),
    ...(since !== null && { $gte: new Date(since) }),
    // One millisecond as a range: for a point the store would sort the rows that it merges.
    ...(at !== undefined && { $gte: new Date(at), $lt: new Date(at + 1) }),
  }
  const others = words.filter((one) => one !== word)
  const fit = {
    $and: [
      ...others.map((other) => ({ $in: [{ $literal: other }, '$words'] })),
      ...(by ? [{ $eq: [`$${author}`, by] }] : []),
    ],
  }
  const pipeline = [
    {
      $match: {
        ...scope,
        ...(word !== undefined && { words: word }),
        ...(Object.keys(createdAt).length > 0 && { createdAt }),
      },
    },
    { $sort: { createdAt: -1, _id: -1 } },
    ...(limit ? [{ $limit: limit }] : []),
    // One document: a thousand small ones cost more than the check.
    {
      $group: {
        _id: null,
        fitting: { $push: { $cond: [fit, { _id: '$_id', at: '$createdAt' }, '$$REMOVE'] } },
        others: { $push: { $cond: [fit, '$$REMOVE', '$createdAt'] } },
      },
    },
  ]
  return collection.aggregate<WordRows>(pipeline, { hint: index })
}

/** Words of a query whose frequency is looked up, and how far they are counted. */
const MAX_COUNTED = { words: 6, records: 500 } as const

/** The word with the fewest records, by the first scope. */
export async function rarestOf<D extends Worded, S extends Scope>(
  { collection, index }: Searched<D>,
  words: readonly string[],
  scopes: Scopes<S>,
): Promise<string | undefined> {
  if (words.length < 2) return words[0]
  const first = await scopes.each()[Symbol.asyncIterator]().next()
  if (first.done) return words[0]
  const counted = await Promise.all(
    words.slice(0, MAX_COUNTED.words).map(async (word) => ({
      word,
      count: await collection.countDocuments(
        { ...first.value.filter, words: word } as unknown as mongo.Filter<D>,
        { hint: index, limit: MAX_COUNTED.records },
      ),
    })),
  )
  return counted.reduce((rarest, one) => (one.count < rarest.count ? one : rarest)).word
}
