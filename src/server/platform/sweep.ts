/**
 * Does the work for each record, one after the other. A record that fails keeps none of those behind it from it: the
 * errors are thrown together at the end. Returns the number of records.
 */
export async function sweep<T>(
  records: AsyncIterable<T> | Iterable<T>,
  work: (record: T) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<number> {
  const failures: unknown[] = []
  let done = 0
  for await (const record of records) {
    signal?.throwIfAborted()
    try {
      await work(record)
    } catch (error) {
      failures.push(error)
    }
    done += 1
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${done} records failed: ${String(failures[0])}`)
  return done
}
