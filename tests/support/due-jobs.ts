import mongoose from 'mongoose'
import { until } from './until.ts'

type Which = Readonly<Record<string, unknown>>

/** Jobs that wait for longer than this are not touched, unless the test says so. */
const SOON_MS = 60_000

/** Makes jobs of this worker's server that wait for a moment due now, as if it had gone by. Returns how many there were. */
export async function makeDue(which: Which, { withinMs = SOON_MS } = {}): Promise<number> {
  const { bus } = await import('#server/platform/bus.ts')
  // What has just happened may still be adding its jobs.
  await bus.settled()
  const soon = { $gt: new Date(), $lt: new Date(Date.now() + withinMs) }
  const waiting = { ...which, state: 'waiting', dueAt: soon }
  const { modifiedCount } = await mongoose.connection
    .collection('jobs')
    .updateMany(waiting, { $set: { dueAt: new Date(0) } })
  if (modifiedCount > 0) bus.emit('job:enqueued', { kind: String(which['kind']), afterMs: 0 })
  return modifiedCount
}

/**
 * Waits for the end of an erasure. Its second part, which otherwise waits for the person's last requests, begins as soon
 * as the first is over.
 */
export async function endErasure({ id }: { id: string }): Promise<void> {
  const job = { kind: 'erase-account', key: id }
  const jobs = mongoose.connection.collection('jobs')
  await until('the erasure is over', async () => {
    await makeDue({ ...job, progress: 'once more' })
    return (await jobs.countDocuments(job)) === 0
  })
}
