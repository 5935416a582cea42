interface Rows<T> {
  next(): Promise<T | null>
  close(): Promise<unknown>
}

interface Query<T> {
  cursor(options: { batchSize: number }): Rows<T>
}

/** The driver's default portions are 16 MB after the first: too much for a client that may leave. */
const PORTION = 500

/**
 * The documents of a query, one by one. The cursor is closed however the reading ends. Always use this:
 * Mongoose's own iterator leaves the cursor open when a loop ends early, as in an aborted download.
 */
export async function* rowsOf<T>(query: Query<T>, batchSize = PORTION): AsyncGenerator<T> {
  const cursor = query.cursor({ batchSize })
  try {
    for (let row = await cursor.next(); row !== null; row = await cursor.next()) yield row
  } finally {
    await cursor.close()
  }
}
