import { Types, trusted, type QueryFilter } from 'mongoose'
import type { NotificationView, UnreadCountView, NotificationsQuery } from '#contract/notifications.ts'
import type { ActorView } from '#contract/people.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { notFound } from '#server/platform/errors.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { hides } from '#server/features/people/relations/relations.policy.ts'
import { type Viewer, cardOf } from '#server/platform/viewer.ts'
import {
  NotificationCounterModel,
  NotificationModel,
  type NotificationDocument,
} from './notifications.model.ts'
import { PAGE } from '#contract/limits.ts'
import { onFollow } from '#server/features/people/follows/follows.service.ts'

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
 * Notifies a person inside the transaction that caused it: both happen or neither.
 * A person is not notified of their own actions, nor of actions of people they muted or that are blocked either
 * way, nor of kinds they have switched off; a `dedupeKey` that was used before is not used again. Emits
 * `notification:created` and `notification:count` after the commit.
 */
export const notify = (tx: Transaction, notice: Notice): Promise<void> => notifyAll(tx, [notice])

/** The same for many at once: one write of rows and one of the counter for each receiver. */
export async function notifyAll(tx: Transaction, notices: readonly Notice[]): Promise<void> {
  for (const [userId, own] of Map.groupBy(notices, (notice) => notice.userId))
    await notifyPerson(tx, userId, own)
}

async function notifyPerson(tx: Transaction, userId: string, notices: readonly Notice[]): Promise<void> {
  const wanted = await unusedKeys(tx, userId, await wantedBy(userId, notices))
  if (wanted.length === 0) return
  // Every notification of one person writes their counter, so two with the same key at once end in a conflict
  // and the second attempt's check finds the first.
  const counter = await raiseCounter(tx, userId, wanted.length)
  const before = counter.seq - wanted.length
  const notifications = wanted.map((notice, index) => newNotification(notice, before + 1 + index))
  await NotificationModel.insertMany(notifications, { session: tx.session, lean: true })
  for (const notification of notifications)
    tx.emit('notification:created', { userId, notification: presentNotification(notification) })
  tx.emit('notification:count', { userId, count: counter.unread, rev: counter.rev })
}

/** The notices that a person's settings and relations let through. */
async function wantedBy(userId: string, notices: readonly Notice[]): Promise<Notice[]> {
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

/** The notices whose key was not used before, nor by an earlier one of them. */
async function unusedKeys(tx: Transaction, userId: string, notices: readonly Notice[]): Promise<Notice[]> {
  const keys = notices.flatMap(({ dedupeKey }) => dedupeKey ?? [])
  const used = new Set(keys.length > 0 ? await usedKeys(tx, userId, keys) : [])
  return notices.filter(({ dedupeKey }) => {
    if (dedupeKey === undefined) return true
    if (used.has(dedupeKey)) return false
    used.add(dedupeKey)
    return true
  })
}

async function usedKeys(tx: Transaction, userId: string, keys: readonly string[]): Promise<string[]> {
  const found = await NotificationModel.find(
    { userId, dedupeKey: trusted({ $in: [...keys] }) },
    { _id: 0, dedupeKey: 1 },
  )
    .session(tx.session)
    .lean<Pick<NotificationDocument, 'dedupeKey'>[]>()
  return found.flatMap(({ dedupeKey }) => dedupeKey ?? [])
}

const raiseCounter = (tx: Transaction, userId: string, by: number) =>
  NotificationCounterModel.findOneAndUpdate(
    { _id: userId },
    { $inc: { seq: by, unread: by, rev: 1 } },
    { upsert: true, returnDocument: 'after', session: tx.session },
  ).lean()

const newNotification = (
  { userId, actor, type, data, message, dedupeKey, subject }: Notice,
  seq: number,
): NotificationDocument => ({
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

/** The unread count: one read by id, whatever the number. */
export async function unreadCount(userId: string): Promise<UnreadCountView> {
  const counter = await NotificationCounterModel.findById(userId).lean()
  return { count: counter?.unread ?? 0, rev: counter?.rev ?? 0 }
}

/**
 * Marks the viewer's notifications as read; may run again. Throws 404 when one is not the viewer's (SECURITY,
 * bad inputs).
 */
export async function readNotifications(viewer: Viewer, ids: readonly string[]): Promise<UnreadCountView> {
  const wanted = [...new Set(ids)]
  await transact(async (tx) => {
    const found = await NotificationModel.find({ _id: trusted({ $in: wanted }), userId: viewer.id })
      .session(tx.session)
      .lean()
    if (found.length < wanted.length) throw notFound()
    await markRead(tx, viewer.id, found)
  })
  return unreadCount(viewer.id)
}

/** Whether a person has an unread notification about a subject. */
export const hasUnreadAbout = async (tx: Transaction, userId: string, subject: string): Promise<boolean> =>
  (await NotificationModel.exists({ userId, subject, read: false }).session(tx.session)) !== null

/** Marks the notifications about a subject as read, in the transaction that read the subject. */
export async function readAbout(tx: Transaction, userId: string, subject: string): Promise<void> {
  const found = await NotificationModel.find({ userId, subject, read: false }).session(tx.session).lean()
  await markRead(tx, userId, found)
}

async function markRead(
  tx: Transaction,
  userId: string,
  found: readonly NotificationDocument[],
): Promise<void> {
  const unread = found.filter(({ read }) => !read)
  if (unread.length === 0) return
  const ids = unread.map(({ _id }) => _id)
  await NotificationModel.updateMany(
    { _id: trusted({ $in: ids }) },
    { $set: { read: true }, $inc: { rev: 1 } },
    { session: tx.session },
  )
  const counter = await NotificationCounterModel.findOneAndUpdate(
    { _id: userId },
    { $inc: { unread: -unread.length, rev: 1 } },
    { returnDocument: 'after', session: tx.session },
  ).lean()
  if (!counter) throw new Error(`Notifications of ${userId} have no counter`)
  const notifications = unread.map((one) => presentNotification({ ...one, read: true, rev: one.rev + 1 }))
  tx.emit('notification:updated', { userId, notifications })
  tx.emit('notification:count', { userId, count: counter.unread, rev: counter.rev })
}

/**
 * A page of the viewer's notifications, newest first: the newest ones, those below `before` (or `cursor`), or
 * those just above `after`. Asking with the highest known seq, again and again, gets every missed one (LIVE
 * L6). Skeleton, present: a notification holds its actor's card, and blocks and mutes apply when it is made.
 */
export async function listNotifications(
  viewer: Viewer,
  query: NotificationsQuery,
): Promise<NotificationView[]> {
  const rows = await notificationSkeleton(viewer.id, query)
  return rows.sort((a, b) => b.seq - a.seq).map(presentNotification)
}

/** The indexed read of a page; exported for its explain test. */
export const notificationSkeleton = (
  userId: string,
  { cursor, before = cursor, after, state }: NotificationsQuery,
) =>
  NotificationModel.find({ userId, ...seqWithin(before, after), ...(state && { read: state === 'read' }) })
    .sort({ seq: after === undefined ? -1 : 1 })
    .limit(PAGE.notifications)
    .lean()

function seqWithin(before?: number, after?: number): QueryFilter<NotificationDocument> {
  if (before === undefined && after === undefined) return {}
  return {
    seq: trusted({
      ...(before !== undefined && { $lt: before }),
      ...(after !== undefined && { $gt: after }),
    }),
  }
}

/** A notification for its owner, the only person who sees it. */
const presentNotification = (notification: NotificationDocument): NotificationView =>
  ({
    id: notification._id.toHexString(),
    seq: notification.seq,
    type: notification.type,
    data: notification.data,
    read: notification.read,
    createdAt: notification.createdAt.toISOString(),
    message: notification.message,
    actor: notification.actor,
    rev: notification.rev,
    // `notify` takes type and data as a pair of the union; the document keeps them side by side.
  }) as NotificationView

/** Notifies a followed person once for ever, however often the same person follows again. */
export const notifyOfFollows = (): (() => void) =>
  onFollow((tx, followers, followeeId) =>
    notifyAll(
      tx,
      followers.map((follower) => ({
        userId: followeeId,
        actor: cardOf(follower),
        type: 'FOLLOW',
        data: { followerDisplayName: follower.displayName, followerHandle: follower.handle },
        message: `${follower.displayName} started following you`,
        dedupeKey: `follow:${follower.id}`,
      })),
    ),
  )
