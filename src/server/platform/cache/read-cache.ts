import { performance } from 'node:perf_hooks'
import { LRUCache } from 'lru-cache'
import { cacheReads } from '../metrics.ts'

export interface ReadCacheOptions<V, C> {
  /** Label in /metrics. */
  name: string
  /** Reads what is not cached. Callers that ask meanwhile share the read; after an error the next one reads. */
  load(key: string, context: C): Promise<V>
  /** Most entries. */
  max: number
  /** Most of what `sizeOf` adds up to. */
  maxSize?: number
  /** At least 1. */
  sizeOf?(value: V): number
  /** How long a value counts from the begin of its read, ms. Without it: until it is forgotten or evicted. */
  freshMs?: number
  /** Whether a value is cached at all after its read. */
  keep?(value: V): boolean
}

/**
 * A bounded cache of reads. Callers at the same moment share one read (single flight). A read that runs while
 * its key is forgotten still answers the callers that began before, and its value is not cached.
 */
export interface ReadCache<V, C> {
  get(key: string, context: C): Promise<V>
  set(key: string, value: V): void
  forget(key: string): void
  clear(): void
}

interface Entry<V> {
  readonly value: V
}

const forgets: (() => void)[] = []

/** Forgets what all caches hold: a change that another process has told may not have come here (LIVE L18). */
export const forgetReads = (): void => forgets.forEach((forget) => forget())

/** Registers what else is forgotten then. */
export const onForgetReads = (forget: () => void): void => void forgets.push(forget)

export function createReadCache<V, C = void>({
  name,
  load,
  max,
  maxSize,
  sizeOf = () => 1,
  freshMs = 0,
  keep = () => true,
}: ReadCacheOptions<V, C>): ReadCache<V, C> {
  const entries = new LRUCache<string, Entry<V>, { context: C }>({
    max,
    ttl: freshMs,
    ...(maxSize && { maxSize, sizeCalculation: ({ value }: Entry<V>) => sizeOf(value) }),
    ignoreFetchAbort: true,
    async fetchMethod(key, _stale, { options, context: { context } }) {
      const began = performance.now()
      const value = await load(key, context)
      if (freshMs > 0) options.ttl = Math.max(1, freshMs - (performance.now() - began))
      return { value }
    },
  })

  onForgetReads(() => entries.clear())
  return {
    async get(key, context) {
      const status: LRUCache.Status<string, Entry<V>, { context: C }> = {}
      const reading = entries.fetch(key, { context: { context }, status })
      cacheReads.inc({ cache: name, result: RESULTS[status.fetch ?? 'miss'] })
      const entry = (await reading)!
      if (!keep(entry.value) && entries.peek(key) === entry) entries.delete(key)
      return entry.value
    },
    set: (key, value) => void entries.set(key, { value }),
    forget: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  }
}

/** lru-cache's words for what it did. */
const RESULTS = {
  get: 'hit',
  hit: 'hit',
  inflight: 'shared',
  miss: 'miss',
  stale: 'miss',
  refresh: 'miss',
} as const

/** The same for one value. Without `freshMs` it is not cached: only callers at the same moment share a read. */
export function createSharedRead<V>({
  name,
  load,
  freshMs,
}: Pick<ReadCacheOptions<V, void>, 'name' | 'freshMs'> & { load(): Promise<V> }): {
  get(): Promise<V>
  set(value: V): void
  forget(): void
} {
  const cache = createReadCache<V>({
    name,
    load,
    max: 1,
    ...(freshMs === undefined ? { keep: () => false } : { freshMs }),
  })
  return { get: () => cache.get(''), set: (value) => cache.set('', value), forget: () => cache.forget('') }
}
