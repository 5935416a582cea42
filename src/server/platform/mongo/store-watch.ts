import type { mongo } from 'mongoose'
import { bus } from '../bus.ts'
import { logger } from '../logger.ts'
import { beginOutage, onOutage } from './store-outage.ts'

/** What Retry-After says while the store is away, s. */
export const STORE_RETRY = 5
/** A stepdown is shorter than this: requests wait for the new primary, and nobody notices, ms. */
const GRACE = 1_500
/** Failures of an outage are heard of until so long after its end, ms. */
const AFTERMATH = 15_000
/**
 * So long after the return everybody is told, so that commits which are asked about by then are told one by
 * one, ms.
 */
const SETTLE = 500

/** Since when no server takes writes, epoch ms; null while one does. */
let awaySince: number | null = null
let returnedAt = -Infinity
/** Something failed because of the store since everybody was told the last time. */
let isInDoubt = false
let telling: NodeJS.Timeout | undefined
const waiting = new Set<() => void>()

onOutage(doubt)

/** Watches whether the store has a server that takes writes. Called once for each new connection. */
export function watchStore(client: mongo.MongoClient): void {
  awaySince = null
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    const isThere = [...newDescription.servers.values()].some(({ isWritable }) => isWritable)
    if (isThere === (awaySince === null)) return
    if (isThere) returned(Date.now() - awaySince!)
    else begin()
  })
}

function begin(): void {
  awaySince = Date.now()
  beginOutage()
}

/** Whether the store has been away for so long that nobody should wait for it. */
export const isStoreAway = (): boolean => awaySince !== null && Date.now() - awaySince > GRACE

/** Resolves when the store is there, or after `most` ms. */
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

// What failed by an outage may have been written all the same, and nobody was told of it. An error of the
// same kind without an outage (an overloaded pool) must not make every page ask for everything.
function doubt(): void {
  if (awaySince === null && Date.now() - returnedAt > AFTERMATH) return
  isInDoubt = true
  if (awaySince === null) tellSoon()
}

function returned(wasAway: number): void {
  awaySince = null
  returnedAt = Date.now()
  if (wasAway > GRACE) logger.warn({ seconds: Math.round(wasAway / 1000) }, 'the store answers again')
  for (const done of waiting) done()
  if (isInDoubt) tellSoon()
}

// Pages and caches ask again for what they hold (LIVE L20).
function tellSoon(): void {
  telling ??= setTimeout(() => {
    telling = undefined
    if (!isInDoubt || awaySince !== null) return
    isInDoubt = false
    bus.emit('changes:untold', { at: new Date().toISOString() })
  }, SETTLE).unref()
}
