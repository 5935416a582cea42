/** A map with at most `limit` entries: those set longest ago are dropped first (LIVE L17). */
export class LruMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #limit: number
  constructor(limit: number) {
    this.#limit = limit
  }
  get = (key: K): V | undefined => this.#entries.get(key)
  /** Sets an entry and makes it the newest. */
  set(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limit) break
      this.#entries.delete(oldest)
    }
  }
  delete = (key: K): boolean => this.#entries.delete(key)
  clear = (): void => this.#entries.clear()
  values = (): IterableIterator<V> => this.#entries.values()
}

/** The same for a map in a store: a copy in which `key` is the newest of at most `limit` entries. */
export function withLatest<K, V>(map: ReadonlyMap<K, V>, key: K, value: V, limit: number): ReadonlyMap<K, V> {
  const next = new Map(map)
  next.delete(key)
  next.set(key, value)
  for (const oldest of next.keys()) {
    if (next.size <= limit) break
    next.delete(oldest)
  }
  return next
}
