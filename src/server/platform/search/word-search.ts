import type { mongo, Types } from 'mongoose'
import { chunksOf } from '../chunks.ts'
import { wholePage, type CursorRange } from '../cursor-pages.ts'
import { holdsLiterals } from '../words.ts'

/** A record with its words (words.ts), which are stored with it and so can never differ from it. */
export interface Worded {
  _id: Types.ObjectId
  createdAt: Date
  words?: string[]
}

/** A collection that is searched. */
export interface Searched<D extends Worded> {
  collection: mongo.Collection<D>
  /** The index of a scope's fields, if it has any, and `words -createdAt -_id`. */
  index: mongo.Hint
  /** What is read of a record, its words and its text among it. Default: all. */
  projection?: mongo.Document
  textOf: (record: D) => string
  /** Finds what a walk of the index would be too long for. Default: a page ends there, and the next one goes on. */
  older?: Older<D>
}

interface Older<D> {
  /** What was written before this moment is known here, epoch ms. */
  knownTo: (before: number | null) => Promise<number>
  find: (wanted: Wanted, before: number, enough: number) => Promise<D[]>
}

/** Records that are searched together. */
export interface Scope {
  /** One range of the index, or up to 200 that the store merges. */
  filter: object
  /** When the newest of them was written, epoch ms. */
  newest: number
}

/** Gone through again and again in one search, those with the newest records first. */
export interface Scopes<S extends Scope> {
  each: () => AsyncIterable<S>
}

/** What is searched for. */
export interface Wanted {
  /** All of them. The first one, usually the rarest, is tried first; none: the scope's filter says which. */
  words: readonly string[]
  /** Pieces that must be in the text as they are. */
  literals: readonly string[]
  /** Further conditions, as expressions of the store. */
  conditions?: readonly object[]
  /** Epoch ms. */
  since?: number | null
}

interface Bounds<D, S> {
  /** Epoch ms; null: from the newest one on. */
  before: number | null
  /** A page is full with so many. */
  enough: number
  /** How many records are checked, portion by portion: those with the first word, then those with the rarest. */
  portions: readonly number[]
  /** What the words cannot tell. */
  fits?: (record: D, scope: S) => boolean
}

/** Found: `next` says from which moment a following page goes on, null that there is no more. */
interface FoundPart<D> {
  found: D[]
  next: number | null
}

/** Behind the portions, down to what `older` knows: records at a time, and how often at most. */
const FURTHER = { size: 1000, times: 20 } as const

/**
 * The only entry to the search for words, where an external engine would be called: newest first, those of one
 * millisecond together. The rarest word is one range of the index in each scope, and all else is checked in its
 * records. A page whose work has reached its bound may be short or empty and still name a next one.
 */
export async function findByWords<D extends Worded, S extends Scope>(
  where: Searched<D>,
  scopes: Scopes<S>,
  wanted: Wanted,
  { before, enough, portions, fits = () => true }: Bounds<D, S>,
): Promise<FoundPart<D>> {
  const { words, literals, conditions = [] } = wanted
  const isCheckedAgain = words.length > 1 || conditions.length > 0 || literals.length > 0
  const { older } = where
  const most = isCheckedAgain ? portions.length + (older ? FURTHER.times : 0) : 1
  const found: D[] = []
  let next = before
  let word = words[0]
  let end = -Infinity
  for (let turn = 0; turn < most; turn += 1) {
    if (turn === 1) word = await rarestOf(where, words, scopes)
    if (turn === portions.length) end = await older!.knownTo(before)
    if (turn >= portions.length && next! <= end) break
    const size = isCheckedAgain ? (portions[turn] ?? FURTHER.size) : enough
    const read = (range: CursorRange) => rowsOfScopes(where, scopes, { ...wanted, word }, range)
    const page = await wholePage(read, next, size)
    found.push(...(await checked(where, page.rows, wanted, { enough: enough - found.length, fits })))
    next = page.end ? null : page.rows.at(-1)!.at
    if (page.end || found.length >= enough) return firstOf(found, enough, next)
  }
  if (!older || next! > end) return firstOf(found, enough, next)
  found.push(...(await older.find(wanted, next!, enough - found.length)))
  return firstOf(found, enough, found.length < enough ? null : found.at(-1)!.createdAt.getTime())
}

/** The first ones; with the last one come all of its millisecond (DECISIONS row 13). */
function firstOf<D extends Worded>(found: D[], enough: number, next: number | null): FoundPart<D> {
  const edge = found[enough - 1]?.createdAt.getTime()
  const rest = edge === undefined ? -1 : found.findIndex(({ createdAt }) => createdAt.getTime() < edge)
  return rest < 0 ? { found, next } : { found: found.slice(0, rest), next: edge! }
}

/** Clocks of several servers differ a little, so a scope's newest record may be older than another. */
const CLOCK_SKEW_MS = 60_000

/** A row of an index range. */
interface Row<S> {
  at: number
  /** The record; null when it does not fit. */
  id: Types.ObjectId | null
  scope: S
}

/** The rows of a word in a range of time, newest first, merged from all scopes. */
async function rowsOfScopes<D extends Worded, S extends Scope>(
  where: Searched<D>,
  scopes: Scopes<S>,
  wanted: WantedRange,
  range: CursorRange,
): Promise<Row<S>[]> {
  let rows: Row<S>[] = []
  const { limit = Infinity } = range
  for await (const scope of scopes.each()) {
    const isFull = rows.length >= limit
    if (isFull && scope.newest + CLOCK_SKEW_MS < rows.at(-1)!.at) break
    const [read] = await rowsOfWord(where, scope.filter, wanted, range).toArray()
    rows = [
      ...rows,
      ...(read?.fitting ?? []).map(({ _id, at }) => ({ at: at.getTime(), id: _id, scope })),
      ...(read?.others ?? []).map((at) => ({ at: at.getTime(), id: null, scope })),
    ]
      .sort((a, b) => b.at - a.at)
      .slice(0, limit)
  }
  return rows
}

/** Records that are read together. */
const READ_AT_A_TIME = 40

/** The records of these rows that fit: `enough`, and those of the same millisecond as the last one. */
async function checked<D extends Worded, S extends Scope>(
  { collection, projection, textOf }: Searched<D>,
  rows: readonly Row<S>[],
  { words, literals }: Wanted,
  { enough, fits }: Required<Pick<Bounds<D, S>, 'enough' | 'fits'>>,
): Promise<D[]> {
  const found: D[] = []
  for (const part of chunksOf(rows.filter(isPossible), READ_AT_A_TIME)) {
    const filter = { _id: { $in: part.map(({ id }) => id) } } as unknown as mongo.Filter<D>
    const read = (await collection.find(filter, { projection }).toArray()) as unknown as D[]
    const byId = new Map(read.map((record) => [record._id.toHexString(), record]))
    for (const { id, scope } of part) {
      const record = byId.get(id.toHexString())
      // It may have been changed or deleted since its row was read.
      const isFound =
        record &&
        words.every((word) => record.words?.includes(word)) &&
        holdsLiterals(textOf(record), literals) &&
        fits(record, scope)
      if (isFound) found.push(record)
    }
    const edge = found[enough - 1]?.createdAt
    if (edge && found.at(-1)!.createdAt < edge) break
  }
  return found
}

const isPossible = <S>(row: Row<S>): row is Row<S> & { id: Types.ObjectId } => row.id !== null

/** The records with a word, newest first: those that fit, and of the others only when they were written. */
interface WordRows {
  fitting: { _id: Types.ObjectId; at: Date }[]
  others: Date[]
}

interface WantedRange extends Wanted {
  /** The one of the words that the index is read for. */
  word: string | undefined
}

/** One range of the index; exported for its explain test. */
export function rowsOfWord<D extends Worded>(
  { collection, index }: Searched<D>,
  scope: object,
  { word, words, conditions = [], since = null }: WantedRange,
  { before, at, limit }: CursorRange,
): mongo.AggregationCursor<WordRows> {
  const createdAt = {
    ...(before != null && { $lt: new Date(before) }),
    ...(since !== null && { $gte: new Date(since) }),
    // One millisecond as a range: for a point the store would sort the rows that it merges.
    ...(at !== undefined && { $gte: new Date(at), $lt: new Date(at + 1) }),
  }
  const others = words.filter((one) => one !== word)
  const fit = { $and: [...others.map((other) => ({ $in: [{ $literal: other }, '$words'] })), ...conditions] }
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
async function rarestOf<D extends Worded, S extends Scope>(
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
