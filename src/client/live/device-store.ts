import { createStore, delMany, entries, get, keys, setMany } from 'idb-keyval'

/**
 * One table of the browser's database (IndexedDB), by key. Nothing here throws: a browser may forbid it, and it may be
 * full or broken. Then a read answers null, and a write false.
 */
export interface DeviceStore {
  get: <T>(key: string) => Promise<T | null>
  entries: <T>() => Promise<[key: string, value: T][]>
  keys: () => Promise<string[]>
  /** Writes all of them or none. */
  set: (values: [key: string, value: unknown][]) => Promise<boolean>
  remove: (keys: readonly string[]) => Promise<boolean>
}

/** The database is opened with the first call. */
export function deviceStore(database: string, table: string): DeviceStore {
  const store = createStore(database, table)
  return {
    get: async <T>(key: string) => (await orNull(() => get<T>(key, store))) ?? null,
    entries: async <T>() => (await orNull(() => entries<string, T>(store))) ?? [],
    keys: async () => (await orNull(() => keys<string>(store))) ?? [],
    set: (values) => isDone(() => setMany(values, store)),
    remove: (gone) => isDone(() => delMany([...gone], store)),
  }
}

async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch {
    // The page works without its storage, so this is no error.
    return null
  }
}

const isDone = async (work: () => Promise<void>): Promise<boolean> =>
  (await orNull(() => work().then(() => true))) ?? false
