import { Types } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import { config } from '#server/platform/config.ts'
import type { CursorRange } from '#server/platform/cursor-pages.ts'
import { HttpError } from '#server/platform/errors.ts'
import {
  searchedCollections,
  type Row,
  type Scope,
  type Searched,
  type Wanted,
  type Worded,
} from '../searched.ts'
import { engineState } from './engine-job.ts'
import { engineIsAway } from './engine-watch.ts'
import { authorToken, conditionsOf, tableOf, threadToken } from './engine-tables.ts'
import { groonga, quoted } from './groonga.ts'

/** For how long a process believes that the engine has all records. Until it has them, each search looks anew. */
const STATE_MS = 5_000
let known: { at: number; state: ReturnType<typeof engineState> } | undefined

/** Where the engine has the records of a collection; null without an engine, or until it has all of them. */
export async function engineTable<D extends Worded>(where: Searched<D>): Promise<string | null> {
  const name = where.collection.collectionName
  // What an index of the store narrows is no collection of the engine.
  const isInEngine = (searchedCollections.get(name) as unknown) === where
  if (!config.SEARCH_URL || !isInEngine) return null
  const now = performance.now()
  if (!known || now - known.at > STATE_MS) known = { at: now, state: engineState() }
  const state = await known.state.catch((error: unknown) => {
    known = undefined
    throw error
  })
  if (state?.filled) return tableOf(state.index, name)
  known = undefined
  return null
}

/** The longest that the engine works on a search, s. */
const MOST_SECONDS = '3'
const RETRY_SECONDS = '5'

/** The rows with all words in a scope. Throws 503 when the engine is away. */
export async function rowsOfEngine<S extends Scope>(
  table: string,
  scope: S,
  wanted: Wanted,
  { limit = -1, ...range }: CursorRange,
): Promise<Row<S>[]> {
  const parameters = {
    table,
    filter: filterOf(scope, wanted, range),
    sort_keys: '-at,-_key',
    output_columns: '_key,at',
    limit: String(limit),
    request_timeout: MOST_SECONDS,
  }
  try {
    const [[, , ...rows]] = await groonga<[[unknown, unknown, ...[string, number][]]]>('select', parameters)
    return rows.map(([id, at]) => ({ id: new Types.ObjectId(id), at, scope }))
  } catch (error) {
    // It may have been filled again, into other tables.
    known = undefined
    engineIsAway(error as Error)
    throw new HttpError(503, MESSAGES.searchAway, { 'Retry-After': RETRY_SECONDS })
  }
}

function filterOf(
  { threads }: Scope,
  { words, by, since = null }: Wanted,
  { before, at }: CursorRange,
): string {
  return [
    ...(threads ? [`in_values(words, ${threads.map((id) => quoted(threadToken(id))).join(', ')})`] : []),
    ...conditionsOf([...words, ...(by ? [authorToken(by)] : [])]),
    ...(before == null ? [] : [`at < ${before}`]),
    ...(since === null ? [] : [`at >= ${since}`]),
    ...(at === undefined ? [] : [`at == ${at}`]),
  ].join(' && ')
}
