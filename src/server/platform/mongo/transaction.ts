import mongoose, { type ClientSession } from 'mongoose'
import { setTimeout as pause } from 'node:timers/promises'
import { bus, type DomainEvents } from '../bus.ts'
import { busy } from '../errors.ts'
import { inTime } from '../in-time.ts'
import { isStoreOutage } from './store-outage.ts'
import { isStoreAway, STORE_RETRY_SECONDS, storeReturned } from './store-watch.ts'

/** A transaction, and the events to emit after it. */
export interface Transaction {
  /** Pass to every read and write inside. */
  readonly session: ClientSession
  /** When this attempt began, by `performance.now`: it does not see what was committed later. */
  readonly startedAt: number
  /** Emits the event on the bus after the commit, in this order; never when it fails (LIVE L3). */
  emit<N extends keyof DomainEvents>(name: N, payload: DomainEvents[N]): void
  /** Runs after the commit and the events, before the caller gets its result. It handles its own errors. */
  afterCommit(work: () => Promise<void>): void
  /** Runs when this attempt has ended, committed or not. */
  atEnd(work: () => void): void
}

const OPTIONS = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', j: true } } as const
/** How long a caller waits, ms. The driver alone would repeat a transaction for two minutes. */
const TIMEOUT_MS = 12_000
/** How long the store is asked for the outcome of a commit, and the pause between two questions, ms. */
const CONFIRM_MS = 10 * 60_000
const CONFIRM_PAUSE_MS = 500

/**
 * Runs `work` in one majority transaction. MongoDB may run it again after a write conflict or with a new
 * primary, so `work` must change only the store; events of an attempt that did not commit are dropped. Throws
 * 503 when it takes too long; it may still be committed later, and then emits its events (LIVE L20). Throws
 * `TooManyAttempts` when `attempts` were not enough.
 */
export async function transact<T>(
  work: (tx: Transaction) => Promise<T>,
  attempts: number = Infinity,
): Promise<T> {
  if (closing || isStoreAway()) throw busy(STORE_RETRY_SECONDS)
  const limits = { deadline: performance.now() + TIMEOUT_MS, attempts }
  return inTime(TIMEOUT_MS, tracked(commit(work, limits)), () => busy(STORE_RETRY_SECONDS))
}

/** A transaction conflicted with others at each of its attempts. Nothing is written. */
class TooManyAttempts extends Error {}

interface Limits {
  readonly deadline: number
  readonly attempts: number
}

const underWay = new Set<Promise<unknown>>()
/** The connection is being closed: no new transactions. */
let closing = false

async function tracked<T>(work: Promise<T>): Promise<T> {
  underWay.add(work)
  try {
    return await work
  } catch (error) {
    // The driver aborts running transactions when its client is closed, besides the abort of
    // `withTransaction`.
    throw closing && error instanceof mongoose.mongo.MongoError ? busy(STORE_RETRY_SECONDS) : error
  } finally {
    underWay.delete(work)
  }
}

/** Called when there is a new connection. */
export const openTransactions = (): void => void (closing = false)

/** Rejects new transactions and waits at most `most` ms for the running ones. */
export async function closeTransactions(most: number): Promise<void> {
  closing = true
  const late = new AbortController()
  await Promise.race([
    Promise.allSettled(underWay),
    pause(most, null, { signal: late.signal }).catch(() => null),
  ])
  late.abort()
}

async function commit<T>(work: (tx: Transaction) => Promise<T>, { deadline, attempts }: Limits): Promise<T> {
  let later = nothingLater()
  let attempted = 0
  /** Result of the attempt that is being committed; null when there is none. */
  let ready: { result: T } | null = null
  const attempt = async (session: ClientSession): Promise<T> => {
    ready = null
    later.ends.forEach((end) => end())
    later = nothingLater()
    if (performance.now() > deadline) throw busy(STORE_RETRY_SECONDS)
    if ((attempted += 1) > attempts) throw new TooManyAttempts(`${attempts} attempts of a transaction failed`)
    const result = await work(transactionOf(session, later))
    ready = { result }
    return result
  }
  const result = await mongoose.connection
    .getClient()
    .withSession((session) =>
      session
        .withTransaction(() => attempt(session), OPTIONS)
        .then((committed) => {
          assertCommitted(session)
          return committed
        })
        .catch(async (error: unknown) => {
          if (!ready || !isStoreOutage(error)) throw error
          await confirmCommit(session)
          return ready.result
        }),
    )
    .finally(() => later.ends.forEach((end) => end()))
  for (const emit of later.events) emit()
  await Promise.all(later.followUps.map((follow) => follow()))
  return result
}

/**
 * The driver aborts the transactions of a client that is closed. If the work ends after that, `withTransaction`
 * returns its result as if it was committed. Only the session's internal state tells the two apart. Throws 503.
 */
function assertCommitted(session: ClientSession & { transaction?: { state: string } }): void {
  if (!session.transaction?.state.startsWith('TRANSACTION_COMMITTED')) throw busy(STORE_RETRY_SECONDS)
}

/** What is done when an attempt is over. */
interface Later {
  readonly ends: (() => void)[]
  readonly events: (() => void)[]
  readonly followUps: (() => Promise<void>)[]
}

const nothingLater = (): Later => ({ ends: [], events: [], followUps: [] })

const transactionOf = (session: ClientSession, { ends, events, followUps }: Later): Transaction => ({
  session,
  startedAt: performance.now(),
  emit: (name, payload) => void events.push(() => bus.emit(name, payload)),
  afterCommit: (work) => void followUps.push(work),
  atEnd: (work) => void ends.push(work),
})

/**
 * The connection broke during the commit, so its outcome is unknown. Committing again is safe and shows it.
 * Throws when it was not committed, or when the store cannot be asked.
 */
async function confirmCommit(session: ClientSession): Promise<void> {
  for (const end = performance.now() + CONFIRM_MS; ;) {
    await storeReturned(end - performance.now())
    try {
      return await session.commitTransaction()
    } catch (error) {
      if (!isStoreOutage(error) || isRolledBack(error) || isClosing(error) || performance.now() > end)
        throw error
    }
    await pause(CONFIRM_PAUSE_MS)
  }
}

// The store has forgotten or aborted the transaction.
const isRolledBack = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && error.hasErrorLabel('TransientTransactionError')

const isClosing = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoTopologyClosedError ||
  error instanceof mongoose.mongo.MongoClientClosedError ||
  error instanceof mongoose.mongo.MongoNotConnectedError
