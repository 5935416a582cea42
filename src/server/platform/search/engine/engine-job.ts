import mongoose, { Types, type mongo } from 'mongoose'
import { chunksOf } from '#server/platform/chunks.ts'
import { config } from '#server/platform/config.ts'
import { defineJob, type Again, type JobRun } from '#server/platform/jobs/job-kinds.ts'
import { findJob } from '#server/platform/jobs/job-store.ts'
import { clock } from '#server/platform/clock.ts'
import { logger } from '#server/platform/logger.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { searchedCollections as searched, type Searched, type Worded } from '../searched.ts'
import { ChangesLost, followChanges, type Changes, type Position } from './changes.ts'
import {
  createTables,
  dropOtherTables,
  newIndexName,
  projectionOf,
  putEntries,
  removeEntries,
  tableOf,
  tablesOfThisStore,
} from './engine-tables.ts'
import { engineIsAway } from './engine-watch.ts'
import { groonga } from './groonga.ts'

/** What the engine has, the same for all processes. */
interface EngineState {
  /** In the names of its tables. */
  index: string
  /** When the engine's process began. A later one starts anew: the engine may lose what it was writing when it ends. */
  startedAt: number
  /** The request that it was filled for. */
  request: string | null
  /** Whether it has all records. */
  filled: boolean
  /** What is written after this position is not in it yet. */
  position: Position
  /** How far the filling has come, by collection: an id. */
  after: Record<string, string>
  /** Collections that it has whole. */
  whole: string[]
}

type Payload = { request?: string }

const KIND = 'search-engine'
const KEY = 'house'
/** A run ends after this time, and the next one looks whether the engine is still the same one. */
const RUN_MS = 15_000
/** Records that are written together. */
const PORTION = 500

const job = defineJob<Payload, EngineState>(
  {
    kind: KIND,
    does: 'Writes the words of posts and messages to the search engine of SEARCH_URL, as they change. It runs all the time.',
    maxAttempts: Infinity,
    backoffMs: [1_000, 2_000, 5_000],
    run: keepIndex,
  },
  config.SEARCH_URL !== undefined,
)

/** Begins to keep the engine up to date, where there is one. */
export async function startEngineJob(): Promise<void> {
  if (config.SEARCH_URL) await job.enqueue({}, { key: KEY, joins: true })
}

/** Has the engine filled again from the beginning. */
export async function refillEngine(tx: Transaction): Promise<void> {
  if (config.SEARCH_URL) await job.enqueue({ request: clock.id().toHexString() }, { key: KEY, tx })
}

/** Null before the first filling begins. */
export const engineState = async (): Promise<EngineState | null> =>
  ((await findJob(KIND, KEY))?.progress as EngineState | null | undefined) ?? null

async function keepIndex({ request }: Payload, run: JobRun<EngineState>): Promise<Again> {
  const state = (await stillValid(run.progress, request)) ?? (await begin(request, run))
  const changes = followChanges([...searched.keys()], state.position)
  try {
    await keepUp(state, changes, run)
  } catch (error) {
    if (!(error instanceof ChangesLost)) throw error
    logger.warn({ err: error }, 'the search engine is filled again')
    return { againAfterMs: 0, progress: { ...state, filled: false, startedAt: 0 } }
  } finally {
    await changes.close()
  }
  return { againAfterMs: 0, progress: state }
}

async function engineBegan(): Promise<number> {
  try {
    return (await groonga<{ start_time: number }>('status')).start_time
  } catch (error) {
    engineIsAway(error as Error)
    throw error
  }
}

/** The state, if the engine still has what it says. */
async function stillValid(
  state: EngineState | null,
  request: string | undefined,
): Promise<EngineState | null> {
  if (!state || (request !== undefined && request !== state.request)) return null
  if (state.startedAt !== (await engineBegan())) return null
  const tables = await tablesOfThisStore()
  const isThere = [...searched.keys()].every((name) => tables.includes(tableOf(state.index, name)))
  return isThere ? state : null
}

async function begin(request: string | undefined, run: JobRun<EngineState>): Promise<EngineState> {
  const index = newIndexName()
  for (const name of searched.keys()) await createTables(tableOf(index, name))
  const { operationTime } = await mongoose.connection.db!.command({ ping: 1 })
  const state: EngineState = {
    index,
    startedAt: await engineBegan(),
    request: request ?? null,
    filled: false,
    position: { startAtOperationTime: operationTime as mongo.Timestamp },
    after: {},
    whole: [],
  }
  await run.saveProgress(state)
  await dropOtherTables(index)
  return state
}

async function keepUp(state: EngineState, changes: Changes, run: JobRun<EngineState>): Promise<void> {
  for (const until = performance.now() + RUN_MS; performance.now() < until && !run.signal.aborted;) {
    const { touched, position } = changes.take()
    for (const [name, where] of searched) {
      const ids = touched.filter(({ collection }) => collection === name).map(({ id }) => id)
      for (const part of chunksOf(ids, PORTION)) await bringUp(state.index, where, part, run.signal)
    }
    state.position = position
    const isWhole = state.filled || (await fillOn(state, run.signal))
    if (touched.length > 0 || !state.filled) {
      state.filled = isWhole
      await run.saveProgress(state)
    }
    if (isWhole) await changes.wait(until - performance.now(), run.signal)
  }
}

/** Writes what the store has of these records now. */
async function bringUp(
  index: string,
  where: Searched<never>,
  ids: readonly Types.ObjectId[],
  signal: AbortSignal,
): Promise<void> {
  const table = tableOf(index, where.collection.collectionName)
  const records = await recordsOf(where, { _id: { $in: ids } }).toArray()
  const found = records.filter(hasWords)
  const kept = new Set(found.map(({ _id }) => _id.toHexString()))
  // A run whose lease is lost writes nothing that has become old.
  signal.throwIfAborted()
  await putEntries(table, where, found, signal)
  const gone = ids.filter((id) => !kept.has(id.toHexString()))
  await removeEntries(table, gone, signal)
}

/** Writes a portion of the records that were there at the beginning. Returns whether all are written. */
async function fillOn(state: EngineState, signal: AbortSignal): Promise<boolean> {
  const next = [...searched].find(([name]) => !state.whole.includes(name))
  if (!next) return true
  const [name, where] = next
  const after = state.after[name]
  const records = await recordsOf(
    where,
    after === undefined ? {} : { _id: { $gt: new Types.ObjectId(after) } },
  )
    .sort({ _id: 1 })
    .limit(PORTION)
    .toArray()
  signal.throwIfAborted()
  await putEntries(tableOf(state.index, name), where, records.filter(hasWords), signal)
  if (records.length < PORTION) state.whole.push(name)
  else state.after[name] = records.at(-1)!._id.toHexString()
  return false
}

type Entry = Worded & Readonly<Record<string, unknown>>

const recordsOf = (where: Searched<never>, filter: object): mongo.FindCursor<Entry> =>
  (where.collection as unknown as mongo.Collection<Entry>).find<Entry>(filter as mongo.Filter<Entry>, {
    projection: projectionOf(where),
  })

const hasWords = ({ words }: Entry): boolean => words !== undefined && words.length > 0
