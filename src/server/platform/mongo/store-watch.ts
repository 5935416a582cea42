import type { mongo } from 'mongoose'
import { bus } from '../bus.ts'
import { logger } from '../logger.ts'
import { clock } from '../clock.ts'
import { AFTERMATH_MS, beginOutage, endOutage, onOutage } from './store-outage.ts'

/** Retry-After while the store is away, s. */
export const STORE_RETRY_SECONDS = 5
/** A stepdown is shorter: requests wait for the new primary, ms. */
const GRACE_MS = 1_500
/**
 * This long after the return all pages resync; commits of unknown outcome are resolved before, and emit their
 * own events, ms.
 */
const RESYNC_DELAY_MS = 500

/** Since when no server takes writes, by `performance.now()`; null when one does. */
let awaySince: number | null = null
let returnedAt = -Infinity
/** Something failed because of the store since the last resync. */
let isInDoubt = false
let telling: NodeJS.Timeout | undefined
const waiting = new Set<() => void>()

onOutage(doubt)

/** Watches whether the store takes writes. Called once for each new connection. */
export function watchStore(client: mongo.MongoClient): void {
  awaySince = null
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    const isThere = [...newDescription.servers.values()].some(({ isWritable }) => isWritable)
    if (isThere === (awaySince === null)) return
    if (isThere) returned(performance.now() - awaySince!)
    else begin()
  })
}

function begin(): void {
  awaySince = performance.now()
  beginOutage(returnedAt)
}

/** Whether the store has been away for so long that nobody should wait for it. */
export const isStoreAway = (): boolean => awaySince !== null && performance.now() - awaySince > GRACE_MS

/** Resolves when the store is available, or after `most` ms. */
export function storeReturned(most: number): Promise<void> {
  if (awaySince === null) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      waiting.delete(done)
      resolve()
    }
    const timer = setTimeout(done, most).unref()
    waiting.add(done)
  })
}

// A write that failed in an outage may have been committed without its events. The same error without an
// outage (an overloaded pool) must not make every page resync.
function doubt(): void {
  if (awaySince === null && performance.now() - returnedAt > AFTERMATH_MS) return
  isInDoubt = true
  if (awaySince === null) tellSoon()
}

function returned(wasAway: number): void {
  awaySince = null
  returnedAt = performance.now()
  const unlogged = endOutage()
  if (wasAway > GRACE_MS)
    logger.warn({ seconds: Math.round(wasAway / 1000), unlogged }, 'the store answers again')
  for (const done of waiting) done()
  if (isInDoubt) tellSoon()
}

// Pages and caches fetch again (LIVE L20).
function tellSoon(): void {
  telling ??= setTimeout(() => {
    telling = undefined
    if (!isInDoubt || awaySince !== null) return
    isInDoubt = false
    bus.emit('changes:untold', { at: clock.date().toISOString() })
  }, RESYNC_DELAY_MS).unref()
}
