/**
 * What the driver and mongoose call an error that says nothing about the request: nobody could be asked, or
 * not in time.
 */
const NAMES = new Set([
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoServerClosedError',
  'MongoClientClosedError',
  'MongoExpiredSessionError',
  'MongoStalePrimaryError',
  'MongoOperationTimeoutError',
])

/**
 * The same, said by a mongod: no primary, shutting down, stepping down, overloaded, a full disk, a majority
 * that does not answer.
 */
const CODES = new Set([
  6, 7, 64, 89, 91, 94, 100, 133, 134, 189, 251, 262, 290, 365, 462, 9001, 10058, 10107, 11600, 11602, 13435,
  13436, 14031,
])

/** What the driver attaches once it has used up its retries. */
const LABELS = [
  'TransientTransactionError',
  'UnknownTransactionCommitResult',
  'RetryableWriteError',
  'SystemOverloadedError',
]

/**
 * Whether the store could not be reached, or could not take it at this moment: the same request may succeed
 * in a while.
 * Errors are known by name, code and label, because the session store may bring a driver of its own.
 */
export function isStoreOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (
    NAMES.has(error.name) ||
    /^(?:Operation `|Connection operation ).*buffering timed out/.test(error.message)
  )
    return true
  if ('code' in error && typeof error.code === 'number' && isMongo(error) && CODES.has(error.code))
    return true
  if (isBareSocketError(error)) return true
  if (
    'errorLabels' in error &&
    Array.isArray(error.errorLabels) &&
    LABELS.some((label) => (error.errorLabels as unknown[]).includes(label))
  )
    return true
  return error.cause !== error && isStoreOutage(error.cause)
}

/**
 * The driver (7.8) passes on the socket's own error when the store closes a connection while a command is
 * written to it.
 * Others' sockets fail in the same words, so the stack decides.
 */
const isBareSocketError = (error: Error): boolean =>
  'code' in error &&
  (error.code === 'EPIPE' || error.code === 'ECONNRESET') &&
  /mongodb[\\/]lib[\\/]cmap[\\/]/.test(error.stack ?? '')

const isMongo = ({ name }: Error): boolean => name.startsWith('Mongo')

/**
 * While the store is away everything fails because of it: that is one condition, logged once in this time,
 * ms.
 */
const TOLD_EVERY = 30_000

let toldAt = 0
let untold = 0
const listeners = new Set<() => void>()

/** Hears of each failure that an outage of the store caused. Returns the way to stop. */
export function onOutage(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * The store is away once more: its first failure is logged, however short a time ago the last outage was
 * logged.
 */
export function beginOutage(): void {
  toldAt = 0
}

/**
 * Notes a failure caused by the store. Answers what to log: null for nothing, or how many were not logged
 * since the last time.
 */
export function noteOutage(): { unlogged: number } | null {
  for (const listener of listeners) listener()
  if (Date.now() - toldAt < TOLD_EVERY) {
    untold += 1
    return null
  }
  const unlogged = untold
  toldAt = Date.now()
  untold = 0
  return { unlogged }
}
