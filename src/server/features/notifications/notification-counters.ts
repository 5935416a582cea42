import { LRUCache } from 'lru-cache'
import { lockIfFree } from '#server/platform/keyed-lock.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { NotificationCounterModel } from './notifications.model.ts'

/** The people whose counter each transaction writes. */
const writers = new WeakMap<Transaction, Set<string>>()
/** When this process last wrote a person's counter, by `performance.now`. Bounded (LIVE L17). */
const writtenAt = new LRUCache<string, number>({ max: 10_000 })

/** Transactions that write a person's pending notices run one after the other under this key. */
export const counterLock = (userId: string): string => `notifications:${userId}`

/**
 * Whether this transaction may write the person's counter: no other one does so now, or has done so since
 * this one began. Its write would conflict with it, and all of it would run again.
 */
export function mayWriteCounter(tx: Transaction, userId: string): boolean {
  const own = writers.get(tx) ?? new Set()
  if (own.has(userId)) return true
  if ((writtenAt.get(userId) ?? 0) >= tx.startedAt) return false
  const release = lockIfFree(counterLock(userId))
  if (!release) return false
  markWriting(tx, userId)
  tx.atEnd(release)
  writers.set(tx, own.add(userId))
  return true
}

/** Notes that this transaction writes the person's counter. */
export const markWriting = (tx: Transaction, userId: string): void =>
  tx.atEnd(() => void writtenAt.set(userId, performance.now()))

/** Changes a person's number of unread notifications; their pages get it after the commit. */
export async function changeUnread(tx: Transaction, userId: string, by: number): Promise<void> {
  if (by === 0) return
  markWriting(tx, userId)
  const counter = await NotificationCounterModel.findOneAndUpdate(
    { _id: userId },
    { $inc: { unread: by, rev: 1 } },
    { returnDocument: 'after', session: tx.session },
  ).lean()
  if (!counter) throw new Error(`Notifications of ${userId} have no counter`)
  tx.emit('notification:count', { userId, count: counter.unread, rev: counter.rev })
}
