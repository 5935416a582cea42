import { bus } from '#server/platform/bus.ts'
import { createSharedRead } from '#server/platform/cache/read-cache.ts'
import { isStoreOutage } from '#server/platform/mongo/store-outage.ts'
import { isStoreAway } from '#server/platform/mongo/store-watch.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { SiteSetting } from './site-settings.model.ts'
import { loadSetting, writeSetting } from './site-settings.store.ts'

/** How long a process trusts what it has read. A change is known at once, by its event. */
const FRESH_MS = 5_000

const forgets = new Map<string, () => void>()

/** A setting that every process reads often. */
export interface SharedSetting<V> {
  /** The current value; while the store is away, the last one known. */
  get(): Promise<V>
  /** Past the cache, for a change. */
  load(tx?: Transaction): Promise<V>
  /** Writes it within the transaction of its audit entry; after the commit all processes read it again. */
  write(tx: Transaction, value: Record<string, unknown>): Promise<V>
}

/** `parse` turns what is stored into the value; null while it was never written. */
export function sharedSetting<V>(
  matter: SiteSetting['_id'],
  parse: (stored: SiteSetting | null) => V,
): SharedSetting<V> {
  const load = async (tx?: Transaction) => parse(await loadSetting(matter, tx))
  const current = createSharedRead<V>({ name: matter, load: () => load(), freshMs: FRESH_MS })
  let lastKnown = parse(null)
  forgets.set(matter, () => current.forget())
  return {
    load,
    async get() {
      if (isStoreAway()) return lastKnown
      try {
        lastKnown = await current.get()
      } catch (error) {
        if (!isStoreOutage(error)) throw error
      }
      return lastKnown
    },
    async write(tx, value) {
      const stored = await writeSetting(matter, value, tx)
      tx.emit('setting:changed', { matter })
      return parse(stored)
    },
  }
}

/** Each process forgets what it has read when any of them has changed it, or may have. Returns how to stop. */
export function followSettings(): () => void {
  const stops = [
    bus.onCluster('setting:changed', ({ matter }) => forgets.get(matter)?.()),
    bus.onCluster('changes:untold', () => forgets.forEach((forget) => forget())),
  ]
  return () => stops.forEach((stop) => stop())
}
