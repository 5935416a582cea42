import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { logger } from '../logger.ts'
import { MigrationModel } from './migrations.model.ts'

const LEASE_MS = 15_000
const RENEW_EVERY_MS = 4_000
const ASK_EVERY_MS = 250
// Ids of this collection are names; the driver's types expect ObjectIds.
const LOCK: object = { _id: 'lock' }

const later = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: LEASE_MS } }

/**
 * Runs `work` while no other process does the same on this store; waits for its turn. The lock is a lease by
 * the store's clock: that of a killed process expires. `signal` is aborted when the lease is lost.
 */
export async function underMigrationLock<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const owner = randomUUID()
  for (let asked = 0; !(await take(owner)); asked++) {
    if (asked === 0) logger.info('Another process changes the store. Waiting until it is done.')
    await pause(ASK_EVERY_MS)
  }
  const lost = new AbortController()
  const timer = setInterval(() => void renew(owner, lost), RENEW_EVERY_MS)
  try {
    return await work(lost.signal)
  } finally {
    clearInterval(timer)
    await MigrationModel.collection.updateOne(
      { ...LOCK, owner },
      { $set: { owner: null, until: new Date(0) } },
    )
  }
}

async function take(owner: string): Promise<boolean> {
  const locks = MigrationModel.collection
  await locks.updateOne(LOCK, { $setOnInsert: { owner: null, until: new Date(0) } }, { upsert: true })
  const { matchedCount } = await locks.updateOne({ ...LOCK, $expr: { $lte: ['$until', '$$NOW'] } }, [
    { $set: { owner, until: later } },
  ])
  return matchedCount > 0
}

async function renew(owner: string, lost: AbortController): Promise<void> {
  try {
    const { matchedCount } = await MigrationModel.collection.updateOne({ ...LOCK, owner }, [
      { $set: { until: later } },
    ])
    if (matchedCount === 0) lost.abort(new Error('Another process has taken the migration over'))
  } catch (error) {
    logger.warn({ err: error }, 'the lock of the migration could not be renewed; the next attempt follows')
  }
}
