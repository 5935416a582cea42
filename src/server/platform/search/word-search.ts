import type { mongo, Types } from 'mongoose'
import { chunksOf } from '../chunks.ts'
import { wholePage, type CursorRange } from '../cursor-pages.ts'
import { holdsLiterals } from '../words.ts'
import { engineTable, rowsOfEngine } from './engine/engine.ts'
import type { ReadScope, Row, Scope, Scopes, Searched, Wanted, Worded } from './searched.ts'
import { rarestOf, rowsOfStore } from './store-rows.ts'

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
 * The only entry to the search for words: newest first, those of one millisecond together. Which records may fit is
 * said by the engine of SEARCH_URL, or by the store: there the rarest word is one range of the index in each scope.
 * Either way the records themselves are read and checked. A page whose work has reached its bound may be short or
 * empty and still name a next one.
 */
export async function findByWords<D extends Worded, S extends Scope>(
  where: Searched<D>,
  scopes: Scopes<S>,
  wanted: Wanted,
  { before, enough, portions, fits = () => true }: Bounds<D, S>,
): Promise<FoundPart<D>> {
  const { words, literals, by } = wanted
  const table = await engineTable(where)
  const older = table === null ? where.older : undefined
  const isCheckedAgain = table !== null || words.length > 1 || by !== undefined || literals.length > 0
  const most = isCheckedAgain ? portions.length + (where.older ? FURTHER.times : 0) : 1
  const found: D[] = []
  let next = before
  let word = words[0]
  let end = -Infinity
  const readScope: ReadScope<S> = (scope, range) =>
    table === null
      ? rowsOfStore(where, scope, { ...wanted, word }, range)
      : rowsOfEngine(table, scope, wanted, range)
  for (let turn = 0; turn < most; turn += 1) {
    if (turn === 1 && table === null) word = await rarestOf(where, words, scopes)
    if (turn === portions.length && older) end = await older.knownTo(before)
    if (turn >= portions.length && next! <= end) break
    const size = isCheckedAgain ? (portions[turn] ?? FURTHER.size) : enough
    const page = await wholePage((range) => rowsOfScopes(scopes, range, readScope), next, size)
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

/** The rows of a range of time, newest first, merged from all scopes. */
async function rowsOfScopes<S extends Scope>(
  scopes: Scopes<S>,
  range: CursorRange,
  read: ReadScope<S>,
): Promise<Row<S>[]> {
  let rows: Row<S>[] = []
  const { limit = Infinity } = range
  for await (const scope of scopes.each()) {
    const isFull = rows.length >= limit
    if (isFull && scope.newest + CLOCK_SKEW_MS < rows.at(-1)!.at) break
    rows = [...rows, ...(await read(scope, range))].sort((a, b) => b.at - a.at).slice(0, limit)
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
