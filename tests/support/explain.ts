import mongoose from 'mongoose'
import { expect } from 'vitest'
import { inQuiet, shortestOfThree } from './commands.ts'

/**
 * How the store answered one read: the figures of `explain('executionStats')`, taken from the real execution.
 */
export interface StoreRead {
  readonly collection: string
  /** For instance 'IXSCAN { authorId: 1, createdAt: -1, _id: -1 }' or 'COLLSCAN'. */
  readonly plan: string
  readonly sortsInMemory: boolean
  readonly keysExamined: number
  readonly docsExamined: number
  readonly returned: number
}

interface ProfileRow {
  ns: string
  op: string
  planSummary?: string
  hasSortStage?: boolean
  keysExamined?: number
  docsExamined?: number
  nreturned?: number
}

/**
 * Runs `work` and answers every read it caused on the server of this worker, in order, transactions included.
 * The store's profiler sees each statement as it was really run, hints and all. One call at a time, in quiet:
 * reads of periodic jobs are not among them.
 */
export const readsOf = (work: () => Promise<unknown>): Promise<StoreRead[]> => inQuiet(() => profile(work))

/** The reads of a work that only reads and is the same each time. */
export const fewestReadsOf = (work: () => Promise<unknown>): Promise<StoreRead[]> =>
  shortestOfThree(() => readsOf(work))

async function profile(work: () => Promise<unknown>): Promise<StoreRead[]> {
  const store = mongoose.connection.db!
  await store.command({ profile: 2 })
  try {
    await work()
    await store.command({ profile: 0 })
    const rows = await store
      .collection<ProfileRow>('system.profile')
      .find({ nreturned: { $exists: true } })
      .sort({ $natural: 1 })
      .toArray()
    return rows.filter(({ ns }) => !NOT_ITS_READS.some((name) => ns.endsWith(name))).map(toRead)
  } finally {
    // The next file of this worker has the same database.
    await store.command({ profile: 0 })
    await store.dropCollection('system.profile')
  }
}

// The session of the request, the profiler, the settings of the site, which a call reads when they are older than a few
// seconds, the job engine, which looks for work every few seconds, and the processes, which look for one another.
const NOT_ITS_READS = ['.sessions', '.system.profile', '.house', '.jobs', '.pipes']

const toRead = (row: ProfileRow): StoreRead => ({
  collection: row.ns.slice(row.ns.indexOf('.') + 1),
  plan: row.planSummary ?? 'none',
  sortsInMemory: row.hasSortStage ?? false,
  keysExamined: row.keysExamined ?? 0,
  docsExamined: row.docsExamined ?? 0,
  returned: row.nreturned ?? 0,
})

/**
 * Each read used an index, sorted nothing in memory and looked at no more than twice the documents it gave.
 */
export function expectIndexed(reads: readonly StoreRead[]): void {
  expect(reads.length, 'the work read nothing').toBeGreaterThan(0)
  for (const read of reads) {
    expect(read.plan, JSON.stringify(read)).not.toContain('COLLSCAN')
    expect(read.sortsInMemory, `sorts in memory: ${JSON.stringify(read)}`).toBe(false)
    expect(read.docsExamined, `examines too much: ${JSON.stringify(read)}`).toBeLessThanOrEqual(
      2 * read.returned,
    )
  }
}
