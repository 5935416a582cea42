import mongoose, { type ClientSession } from 'mongoose'
import { setTimeout as pause } from 'node:timers/promises'
import { bus } from '../bus.ts'
import type { DomainEvents } from '../domain-events.ts'
import { busy } from '../errors.ts'
import { inTime } from '../in-time.ts'
import { isStoreOutage } from './store-outage.ts'
import { isStoreAway, STORE_RETRY, storeReturned } from './store-watch.ts'

/** What must be true together, and what to tell the house once it is. */
export interface Transaction {
  /** Pass to every read and write inside. */
  readonly session: ClientSession
  /** Queued; goes out on the bus after the commit, in this order, and never when it fails (LIVE L3). */
  emit<N extends keyof DomainEvents>(name: N, payload: DomainEvents[N]): void
}

const OPTIONS = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', j: true } } as const
/** How long a caller waits, ms. The driver itself would repeat a transaction for two minutes. */
const PATIENCE = 12_000
/** How long the store is asked what became of a commit, and the pause between two questions, ms. */
const CONFIRM = 10 * 60_000
const CONFIRM_PAUSE = 500

/**
 * Runs `work` in one majority transaction. MongoDB may run it again after a write conflict or a new primary,
 * so `work` must not touch anything but the store; events of an attempt that did not commit are forgotten.
 * Throws 503 when it takes too long. It may be committed all the same: its events go out then as well (LIVE
 * L20).
 */
export async function transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  if (closing || isStoreAway()) throw busy(STORE_RETRY)
  return inTime(PATIENCE, tracked(commit(work, Date.now() + PATIENCE)), () => busy(STORE_RETRY))
}

const underWay = new Set<Promise<unknown>>()
/** The connection is about to be closed: no transaction begins any more. */
let closing = false

async function tracked<T>(work: Promise<T>): Promise<T> {
  underWay.add(work)
  try {
    return await work
  } catch (error) {
    // The driver aborts what is under way when its client is closed, beside the abort of `withTransaction`.
    throw closing && error instanceof mongoose.mongo.MongoError ? busy(STORE_RETRY) : error
  } finally {
    underWay.delete(work)
  }
}

/** Called when there is a new connection. */
export const openTransactions = (): void => void (closing = false)

/**
 * Lets no transaction begin any more, and waits at most `most` ms for those under way: the driver cannot
 * close under them.
 */
export async function closeTransactions(most: number): Promise<void> {
  closing = true
  const late = new AbortController()
  await Promise.race([
    Promise.allSettled(underWay),
    pause(most, null, { signal: late.signal }).catch(() => null),
  ])
  late.abort()
}

async function commit<T>(work: (tx: Transaction) => Promise<T>, deadline: number): Promise<T> {
  let events: (() => void)[] = []
  /** What the attempt came to that is being committed; null while there is none. */
  let ready: { result: T } | null = null
  const attempt = async (session: ClientSession): Promise<T> => {
    ready = null
    events = []
    if (Date.now() > deadline) throw busy(STORE_RETRY)
    const result = await work({
      session,
      emit: (name, payload) => void events.push(() => bus.emit(name, payload)),
    })
    ready = { result }
    return result
  }
  const result = await mongoose.connection.getClient().withSession((session) =>
    session
      .withTransaction(() => attempt(session), OPTIONS)
      .catch(async (error: unknown) => {
        if (!ready || !isStoreOutage(error)) throw error
        await confirmCommit(session)
        return ready.result
      }),
  )
  for (const emit of events) emit()
  return result
}

/**
 * The connection broke while the commit was under way, so nobody knows whether it stands. To commit again is
 * safe, and the store's answer says it. Throws when it does not stand, or when the store cannot be asked.
 */
async function confirmCommit(session: ClientSession): Promise<void> {
  for (const end = Date.now() + CONFIRM; ;) {
    await storeReturned(end - Date.now())
    try {
      return await session.commitTransaction()
    } catch (error) {
      if (!isStoreOutage(error) || isRolledBack(error) || isClosing(error) || Date.now() > end) throw error
    }
    await pause(CONFIRM_PAUSE)
  }
}

// The store knows the transaction no more, or has undone it.
const isRolledBack = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && error.hasErrorLabel('TransientTransactionError')

const isClosing = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoTopologyClosedError ||
  error instanceof mongoose.mongo.MongoClientClosedError ||
  error instanceof mongoose.mongo.MongoNotConnectedError
