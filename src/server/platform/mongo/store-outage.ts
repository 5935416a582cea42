/** Names of errors that say nothing about the request: the server was not reached, or not in time. */
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
 * The same, answered by a mongod: no primary, shutting down, stepping down, overloaded, a full disk, no
 * majority.
 */
const CODES = new Set([
  6, 7, 64, 89, 91, 94, 100, 133, 134, 189, 251, 262, 290, 365, 462, 9001, 10058, 10107, 11600, 11602, 13435,
  13436, 14031,
])

/** Labels of errors after the driver's own retries. */
const LABELS = [
  'TransientTransactionError',
  'UnknownTransactionCommitResult',
  'RetryableWriteError',
  'SystemOverloadedError',
]

/**
 * Whether the store could not be reached, or could not take the request now: the same request may succeed
 * later. Errors are recognised by name, code and label, because the session store may have its own driver.
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
  const parts = error instanceof AggregateError ? (error.errors as unknown[]) : []
  return [error.cause, wrappedError(error), ...parts].some((inner) => inner !== error && isStoreOutage(inner))
}

/** The driver wraps any error of a bulk write, also one of `insertMany`, in a MongoBulkWriteError. */
const wrappedError = (error: Error): unknown =>
  error.name === 'MongoBulkWriteError' && 'errorResponse' in error ? error.errorResponse : undefined

/**
 * The driver (7.8) passes on the socket's own error when the store closes a connection during a write. Other
 * sockets have the same message, so the stack decides.
 */
const isBareSocketError = (error: Error): boolean =>
  'code' in error &&
  (error.code === 'EPIPE' || error.code === 'ECONNRESET') &&
  /mongodb[\\/]lib[\\/]cmap[\\/]/.test(error.stack ?? '')

const isMongo = ({ name }: Error): boolean => name.startsWith('Mongo')

/** Failures without a known outage (an overloaded pool) are logged once in this time, ms. */
const LOG_EVERY_MS = 30_000
/** Failures count as part of an outage until this long after its end, ms. */
export const AFTERMATH_MS = 15_000

let isAway = false
let loggedAt = -Infinity
let quietUntil = -Infinity
let notLogged = 0
/** When each warning about the store was logged, by its words. */
const warnedAt = new Map<string, number>()
const listeners = new Set<() => void>()

/** Listens to each failure that an outage causes. Returns how to stop. */
export function onOutage(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * A new outage: its first failure is logged, even shortly after the last outage. A command may have failed
 * before the driver noticed the outage: a line since the last outage belongs to this one.
 *
 * @param lastEnd When the last outage ended, by `performance.now()`.
 */
export function beginOutage(lastEnd: number): void {
  isAway = true
  if (loggedAt < lastEnd) loggedAt = -Infinity
  warnedAt.clear()
}

/** The outage is over. Returns how many of its failures were not logged. */
export function endOutage(): number {
  isAway = false
  if (loggedAt > -Infinity) quietUntil = performance.now() + AFTERMATH_MS
  const unlogged = notLogged
  notLogged = 0
  return unlogged
}

/**
 * Records a failure caused by the store. Returns what to log: null for nothing, or how many were not logged
 * since the last time. An outage is logged once.
 */
export function recordOutage(): { unlogged: number } | null {
  for (const listener of listeners) listener()
  const now = performance.now()
  if (isAway ? loggedAt > -Infinity : now < Math.max(loggedAt + LOG_EVERY_MS, quietUntil)) {
    notLogged += 1
    return null
  }
  const unlogged = notLogged
  loggedAt = now
  notLogged = 0
  return { unlogged }
}

/** Whether a warning that the store caused is logged: each place gives one in an outage. */
export function isNewWarning(words: string): boolean {
  const last = warnedAt.get(words)
  const now = performance.now()
  if (last !== undefined && (isAway || now < Math.max(last + LOG_EVERY_MS, quietUntil))) return false
  warnedAt.set(words, now)
  return true
}
