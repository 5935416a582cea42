import { isStoreAway } from './mongo/store-watch.ts'

type Records<T> = AsyncIterable<T> | Iterable<T>

/**
 * Does the work for each record, one after the other. A record that fails keeps none of those behind it from it: the
 * errors are thrown together at the end. Ends at once when the store is away or the signal fires. Returns the number
 * of records.
 */
export async function sweep<T>(
  records: Records<T>,
  work: (record: T) => unknown,
  signal?: AbortSignal,
): Promise<number> {
  const failures: unknown[] = []
  let done = 0
  for await (const record of records) {
    signal?.throwIfAborted()
    try {
      await work(record)
    } catch (error) {
      signal?.throwIfAborted()
      if (isStoreAway()) throw error
      failures.push(error)
    }
    done += 1
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${done} records failed: ${String(failures[0])}`)
  return done
}

/** The same for so many records at a time. When they fail together, each is tried alone. */
export const sweepTogether = <T>(
  records: Records<T>,
  size: number,
  work: (portion: readonly T[]) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<number> =>
  sweep(
    portionsOf(records, size),
    async (portion) => {
      try {
        await work(portion)
      } catch (error) {
        if (portion.length === 1) throw error
        await sweep(portion, (record) => work([record]), signal)
      }
    },
    signal,
  )

/** Does each part of a work, one after the other, also behind one that fails. */
export const sweepParts = (...parts: (() => unknown)[]): Promise<number> => sweep(parts, (part) => part())

/** The records, so many at a time. */
export async function* portionsOf<T>(records: Records<T>, size: number): AsyncGenerator<T[]> {
  let portion: T[] = []
  for await (const record of records) {
    portion.push(record)
    if (portion.length < size) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}
