import { Types, trusted } from 'mongoose'
import type { NotificationView } from '#contract/notifications.ts'
import type { ActorView } from '#contract/people.ts'
import { hides } from '#server/features/people/relations/relations.policy.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { clock } from '#server/platform/clock.ts'
import { chatsAfter, presentCounter } from './notification-counters.ts'
import {
  NotificationCounterModel,
  NotificationModel,
  WithdrawnNotificationModel,
  type NotificationDocument,
  type WithdrawnNotificationDocument,
} from './notifications.model.ts'
import { textsOf, type Texts } from './notification-abouts.ts'
import { presentNotification } from './notifications.present.ts'
import { giveBack } from './withdrawal.ts'
import { pushNotifications } from './push/push-queue.ts'

type KindOf<V> = V extends NotificationView ? Pick<V, 'type' | 'data'> : never

/** A notification to make. `type` and `data` belong together as in the contract. */
export type Notice = KindOf<NotificationView> & {
  /** The receiver. */
  userId: string
  /** The person who caused it. */
  actor: ActorView
  /**
   * Author of the post it leads to, if not the actor: with a block between the two, the receiver could not
   * open it and is not notified.
   */
  ownerId?: string
  /** The whole sentence. */
  message: string
  /** Notified once for ever under this key, for instance `follow:{followerId}`. */
  dedupeKey?: string
  /** Reading this subject (a conversation's id) also reads the notification: see `readAbout`. */
  subject?: string
}

/**
 * Writes notifications of one person: their rows together, and their counter once. `known`: what they are about, if the
 * transaction has read it.
 */
export async function writeNotices(
  tx: Transaction,
  userId: string,
  notices: readonly Notice[],
  known?: Texts,
): Promise<void> {
  const wanted = await newNotices(tx, userId, await wantedBy(userId, notices))
  const person = wanted.length > 0 ? await loadViewer(userId) : null
  if (!person) return
  // Every notification of one person writes their counter, so two with the same key at once end in a conflict
  // and the second attempt's check finds the first.
  const counter = await raiseCounter(tx, userId, wanted)
  const before = counter.seq - wanted.length
  const notifications = wanted.map((notice, index) => newNotification(notice, before + 1 + index))
  await NotificationModel.insertMany(notifications, { session: tx.session, lean: true })
  const texts = known ?? (await textsOf(notifications, tx))
  for (const one of notifications)
    tx.emit('notification:created', {
      userId,
      notification: presentNotification(one, texts.about(person, one)),
    })
  tx.emit('notification:count', { userId, ...presentCounter(counter) })
  await pushNotifications(tx, person, notifications)
}

/** The notices that a person's settings and relations let through. */
export async function wantedBy(userId: string, notices: readonly Notice[]): Promise<Notice[]> {
  const others = notices.filter(({ actor }) => actor.id !== userId)
  const person = others.length > 0 ? await loadViewer(userId) : null
  if (!person) return []
  return others.filter(
    ({ actor, type, ownerId }) =>
      !person.quiet.includes(type) &&
      !hides(person, actor.id) &&
      (ownerId === undefined || !person.blocked.has(ownerId)),
  )
}

/**
 * The notices whose key was not used before, nor by an earlier one of them. One that was withdrawn with its cause,
 * a reaction that is given again, is there again instead.
 */
async function newNotices(tx: Transaction, userId: string, notices: readonly Notice[]): Promise<Notice[]> {
  const keys = notices.flatMap(({ dedupeKey }) => dedupeKey ?? [])
  const used = new Set(keys.length > 0 ? await usedKeys(tx, userId, keys) : [])
  const withdrawn = keys.length > 0 ? await withdrawnWith(tx, userId, keys) : []
  await giveBack(
    tx,
    userId,
    withdrawn.filter(({ cause, dedupeKey }) => cause === dedupeKey),
  )
  for (const { dedupeKey } of withdrawn) used.add(dedupeKey!)
  return notices.filter(({ dedupeKey }) => {
    if (dedupeKey === undefined) return true
    if (used.has(dedupeKey)) return false
    used.add(dedupeKey)
    return true
  })
}

const withdrawnWith = (tx: Transaction, userId: string, keys: readonly string[]) =>
  WithdrawnNotificationModel.find({ userId, dedupeKey: trusted({ $in: [...keys] }) })
    .session(tx.session)
    .lean<WithdrawnNotificationDocument[]>()

async function usedKeys(tx: Transaction, userId: string, keys: readonly string[]): Promise<string[]> {
  const found = await NotificationModel.find(
    { userId, dedupeKey: trusted({ $in: [...keys] }) },
    { _id: 0, dedupeKey: 1 },
  )
    .session(tx.session)
    .lean<Pick<NotificationDocument, 'dedupeKey'>[]>()
  return found.flatMap(({ dedupeKey }) => dedupeKey ?? [])
}

const raiseCounter = async (tx: Transaction, userId: string, notices: readonly Notice[]) =>
  NotificationCounterModel.findOneAndUpdate(
    { _id: userId },
    {
      $inc: { seq: notices.length, unread: notices.length, rev: 1 },
      ...(await chatsAfter(tx, userId, notices, { isStored: false })),
    },
    { upsert: true, returnDocument: 'after', session: tx.session },
  ).lean()

const newNotification = (
  { userId, actor, type, data, message, dedupeKey, subject }: Notice,
  seq: number,
): NotificationDocument => ({
  _id: clock.id(),
  userId: new Types.ObjectId(userId),
  seq,
  type,
  data,
  message,
  actor: { id: actor.id, handle: actor.handle, displayName: actor.displayName, avatarUrl: actor.avatarUrl },
  read: false,
  ...(dedupeKey && { dedupeKey }),
  ...(subject && { subject }),
  createdAt: clock.date(),
  rev: 1,
})
