import { busy } from '../errors.ts'
import { inTime } from '../in-time.ts'

interface Options<V> {
  /** Reads all keys at once. A key without a value is missing in the result. */
  load(keys: readonly string[]): Promise<ReadonlyMap<string, V>>
  /** Most keys in one read. */
  max: number
}

/** Reads that run at the same time: a slow one does not hold up the others. */
const CONCURRENCY = 4
/**
 * For one read, ms. A command that is under way when the store is killed may never be answered, and without this
 * its keys would wait for ever.
 */
const TIMEOUT_MS = 15_000

/**
 * Reads single keys in batches. Keys that are asked for in the same turn of the event loop, or while reads are
 * running, are read together by the next one. So a crowd that comes back after a restart costs a few commands
 * of the store and not some for each person. The returned function answers undefined for a key without a value;
 * it rejects with the error of the read, and with 503 when the read takes too long.
 */
export function batchReads<V>({ load, max }: Options<V>): (key: string) => Promise<V | undefined> {
  const waiting = new Map<string, PromiseWithResolvers<V | undefined>>()
  let running = 0
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || running >= CONCURRENCY || waiting.size === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      void readNext()
    })
  }

  async function readNext(): Promise<void> {
    const batch = new Map([...waiting].slice(0, max))
    for (const key of batch.keys()) waiting.delete(key)
    running += 1
    schedule()
    try {
      const values = await inTime(TIMEOUT_MS, load([...batch.keys()]), busy)
      for (const [key, { resolve }] of batch) resolve(values.get(key))
    } catch (error) {
      for (const { reject } of batch.values()) reject(error)
    } finally {
      running -= 1
      schedule()
    }
  }

  return (key) => {
    const known = waiting.get(key)
    if (known) return known.promise
    const asked = Promise.withResolvers<V | undefined>()
    waiting.set(key, asked)
    schedule()
    return asked.promise
  }
}
