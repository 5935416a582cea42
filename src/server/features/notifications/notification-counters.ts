import { LRUCache } from 'lru-cache'
import { trusted } from 'mongoose'
import type { UnreadCountView } from '#contract/notifications.ts'
import { lockIfFree } from '#server/platform/keyed-lock.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import {
  NotificationCounterModel,
  NotificationModel,
  UNREAD_SUBJECTS,
  type NotificationCounterDocument,
} from './notifications.model.ts'

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

/** What a person's counter says of what they have not read. */
export const presentCounter = (
  counter: Pick<NotificationCounterDocument, 'unread' | 'chats' | 'rev'> | undefined,
): UnreadCountView => ({ count: counter?.unread ?? 0, chats: counter?.chats ?? 0, rev: counter?.rev ?? 0 })

type Subjects = readonly { subject?: string }[]

/**
 * The part of a counter's update that counts the unread notifications about conversations, when some of these are. They
 * are counted anew, because a process of an earlier version does not count them. `isStored`: the transaction has
 * written its change already.
 */
export async function chatsAfter(
  tx: Transaction,
  userId: string,
  changed: Subjects,
  { isStored }: { isStored: boolean },
): Promise<{ $set: { chats: number } } | undefined> {
  const chats = changed.filter(({ subject }) => subject !== undefined).length
  if (chats === 0) return undefined
  const counted = await unreadChats(userId).session(tx.session)
  return { $set: { chats: isStored ? counted : counted + chats } }
}

/** The indexed count; exported for its explain test. */
export const unreadChats = (userId: string) =>
  NotificationModel.countDocuments({ userId, read: false, subject: trusted({ $exists: true }) }).hint(
    UNREAD_SUBJECTS,
  )

/**
 * Changes a person's number of unread notifications, once these are written: 1 when they come, -1 when they go. Their
 * pages get the number after the commit.
 */
export async function changeUnread(
  tx: Transaction,
  userId: string,
  by: 1 | -1,
  notifications: Subjects,
): Promise<void> {
  if (notifications.length === 0) return
  markWriting(tx, userId)
  const counter = await NotificationCounterModel.findOneAndUpdate(
    { _id: userId },
    {
      $inc: { unread: by * notifications.length, rev: 1 },
      ...(await chatsAfter(tx, userId, notifications, { isStored: true })),
    },
    { returnDocument: 'after', session: tx.session },
  ).lean()
  if (!counter) throw new Error(`Notifications of ${userId} have no counter`)
  tx.emit('notification:count', { userId, ...presentCounter(counter) })
}
