import mongoose, { type ClientSession } from 'mongoose'
import { bus } from '../bus.ts'
import type { DomainEvents } from '../domain-events.ts'

/** What must be true together, and what to tell the house once it is. */
export interface Transaction {
  /** Pass to every read and write inside. */
  readonly session: ClientSession
  /** Queued; goes out on the bus after the commit, in this order, and never when it fails (LIVE L3). */
  emit<N extends keyof DomainEvents>(name: N, payload: DomainEvents[N]): void
}

/**
 * Runs `work` in one majority transaction. MongoDB may run it again after a write conflict or a new primary,
 * so `work` must not touch anything but the store; events of an attempt that did not commit are forgotten.
 */
export async function transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  let events: (() => void)[] = []
  const result = await mongoose.connection.getClient().withSession((session) =>
    session.withTransaction(
      () => {
        events = []
        return work({ session, emit: (name, payload) => void events.push(() => bus.emit(name, payload)) })
      },
      { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', j: true } },
    ),
  )
  for (const emit of events) emit()
  return result
}
