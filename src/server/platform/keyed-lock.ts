const tails = new Map<string, Promise<unknown>>()

/**
 * Runs work on one key one after the other within this process. The store keeps the truth right without it;
 * it spares hot documents (a celebrity's post) the storm of write conflicts and retries.
 * Keys leave the map with their last work (LIVE L17).
 */
export async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const previous = tails.get(key) ?? Promise.resolve()
  const current = previous.then(work, work)
  tails.set(key, current)
  try {
    return await current
  } finally {
    if (tails.get(key) === current) tails.delete(key)
  }
}
