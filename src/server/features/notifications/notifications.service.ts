import { trusted, type QueryFilter } from 'mongoose'
import type { NotificationView, UnreadCountView, NotificationsQuery } from '#contract/notifications.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { type Viewer, cardOf } from '#server/platform/viewer.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { textsOf } from './notification-abouts.ts'
import { MENTIONS_OF, NotificationModel, type NotificationDocument } from './notifications.model.ts'
import { notifyAll } from './notices.service.ts'
import { presentNotification } from './notifications.present.ts'
import { changeUnread } from './notification-counters.ts'
import { withdrawKeys } from './withdrawal.ts'
import { unreadCount } from './unread-count.ts'
import { PAGE } from '#contract/limits.ts'
import { inSentence } from '#contract/text.ts'
import { onFollow, onUnfollow } from '#server/features/people/follows/follows.service.ts'

/** Marks the viewer's notifications as read; may run again. Ids of others, and of those that are gone, do nothing. */
export async function markNotificationsRead(
  viewer: Viewer,
  ids: readonly string[],
): Promise<UnreadCountView> {
  const wanted = [...new Set(ids)]
  await transact(async (tx) => {
    const found = await NotificationModel.find({ _id: trusted({ $in: wanted }), userId: viewer.id })
      .session(tx.session)
      .lean()
    await markRead(tx, viewer.id, found)
  })
  return unreadCount(viewer.id)
}

/** The subjects about which a person has an unread notification. */
export async function unreadAbouts(
  tx: Transaction,
  userId: string,
  subjects: readonly string[],
): Promise<Set<string | undefined>> {
  const about = { userId, subject: trusted({ $in: [...subjects] }), read: false }
  const found = await NotificationModel.find(about, { _id: 0, subject: 1 })
    .session(tx.session)
    .lean<Pick<NotificationDocument, 'subject'>[]>()
  return new Set(found.map(({ subject }) => subject))
}

/** Marks the notifications about a subject as read, in the transaction that read the subject. */
export async function markReadAbout(tx: Transaction, userId: string, subject: string): Promise<void> {
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
    { userId, _id: trusted({ $in: ids }) },
    { $set: { read: true }, $inc: { rev: 1 } },
    { session: tx.session },
  )
  const person = await loadViewer(userId)
  if (person) {
    const texts = await textsOf(unread, tx)
    const notifications = unread.map((one) =>
      presentNotification({ ...one, read: true, rev: one.rev + 1 }, texts.about(person, one)),
    )
    tx.emit('notification:updated', { userId, notifications })
  }
  await changeUnread(tx, userId, -1, unread)
}

/**
 * A page of the viewer's notifications, newest first: the newest ones, those below `before` (or `cursor`), or
 * those just above `after`. Asking with the highest known seq, again and again, gets every missed one (LIVE
 * L6). Skeleton, hydrate, present: a notification holds its actor's card, and blocks and mutes apply when it is
 * made; what it is about is read now.
 */
export async function listNotifications(
  viewer: Viewer,
  query: NotificationsQuery,
): Promise<NotificationView[]> {
  const rows = await notificationSkeleton(viewer.id, query)
  const texts = await textsOf(rows)
  return rows.sort((a, b) => b.seq - a.seq).map((row) => presentNotification(row, texts.about(viewer, row)))
}

/** The indexed read of a page; exported for its explain test. */
export function notificationSkeleton(
  userId: string,
  { cursor, before = cursor, after, state, only }: NotificationsQuery,
) {
  const page = NotificationModel.find({
    userId,
    ...seqWithin(before, after),
    ...(state && { read: state === 'read' }),
    // Both values are named, so that the two halves of the index are merged and not sorted.
    ...(only && { type: 'MENTION', ...(!state && { read: trusted({ $in: [true, false] }) }) }),
  })
  if (only) page.hint(MENTIONS_OF)
  return page
    .sort({ seq: after === undefined ? -1 : 1 })
    .limit(PAGE.notifications)
    .lean()
}

function seqWithin(before?: number, after?: number): QueryFilter<NotificationDocument> {
  if (before === undefined && after === undefined) return {}
  return {
    seq: trusted({
      ...(before !== undefined && { $lt: before }),
      ...(after !== undefined && { $gt: after }),
    }),
  }
}

const followKey = (followerId: string): string => `follow:${followerId}`

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
        message: `${inSentence(follower.displayName)} started following you`,
        dedupeKey: followKey(follower.id),
      })),
    ),
  )

export const withdrawUnfollows = (): (() => void) =>
  onUnfollow((tx, followerIds, followeeId) => withdrawKeys(tx, followeeId, followerIds.map(followKey)))
