import { Types } from 'mongoose'
import type { NotificationView } from '#contract/notifications.ts'
import type { ActorView } from '#contract/users.ts'
import { loadViewer } from '#server/features/users/viewers.service.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { hides } from '#server/platform/viewer.ts'
import { NotificationCounterModel, NotificationModel, type NotificationDocument } from './notifications.model.ts'
import { presentNotification } from './notifications.present.ts'

type KindOf<V> = V extends NotificationView ? Pick<V, 'type' | 'data'> : never

/** What to tell whom. `type` and `data` belong together as in the contract. */
export type Notice = KindOf<NotificationView> & {
  /** Who is told. */
  userId: string
  /** Who did it. */
  actor: ActorView
  /** The finished sentence. */
  message: string
  /** Told once for ever under this key, for instance `follow:{followerId}`. */
  dedupeKey?: string
  /** Reading this subject (a conversation's id) reads the notification too: see `readAbout`. */
  subject?: string
}

/**
 * Tells a person something, inside the transaction that caused it: both happen or neither.
 * Nobody is told of their own doings, nor of those of people they muted or that are blocked either way; a `dedupeKey` told
 * before is not told again. Emits `notification:created` and `notification:count` after the commit.
 */
export async function notify(tx: Transaction, notice: Notice): Promise<void> {
  if (!(await mayTell(tx, notice))) return
  // Every notification of one person writes their counter, so two with the same key at once end in a conflict and
  // the second attempt's check finds the first.
  const counter = await raiseCounter(tx, notice.userId)
  const notification = newNotification(notice, counter.seq)
  await NotificationModel.insertMany([notification], { session: tx.session, lean: true })
  tx.emit('notification:created', { userId: notice.userId, notification: presentNotification(notification) })
  tx.emit('notification:count', { userId: notice.userId, count: counter.unread, rev: counter.rev })
}

async function mayTell(tx: Transaction, { userId, actor, dedupeKey }: Notice): Promise<boolean> {
  if (userId === actor.id) return false
  const person = await loadViewer(userId)
  if (!person || hides(person, actor.id)) return false
  return !dedupeKey || !(await NotificationModel.exists({ userId, dedupeKey }).session(tx.session))
}

const raiseCounter = (tx: Transaction, userId: string) =>
  NotificationCounterModel.findOneAndUpdate(
    { _id: userId },
    { $inc: { seq: 1, unread: 1, rev: 1 } },
    { upsert: true, returnDocument: 'after', session: tx.session },
  ).lean()

const newNotification = ({ userId, actor, type, data, message, dedupeKey, subject }: Notice, seq: number): NotificationDocument => ({
  _id: new Types.ObjectId(),
  userId: new Types.ObjectId(userId),
  seq,
  type,
  data,
  message,
  actor: { id: actor.id, handle: actor.handle, displayName: actor.displayName, avatarUrl: actor.avatarUrl },
  read: false,
  ...(dedupeKey && { dedupeKey }),
  ...(subject && { subject }),
  createdAt: new Date(),
  rev: 1,
})
