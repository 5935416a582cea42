import { trusted, type QueryFilter, type Types } from 'mongoose'
import { defineJob, type Again, type JobRun } from '#server/platform/jobs/job-kinds.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { portionsOf, sweep } from '#server/platform/sweep.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { clock } from '#server/platform/clock.ts'
import { textsOf } from './notification-abouts.ts'
import { changeUnread } from './notification-counters.ts'
import { presentNotification } from './notifications.present.ts'
import {
  NotificationModel,
  PendingNoticeModel,
  WithdrawnNotificationModel,
  type NotificationDocument,
  type WithdrawnNotificationDocument,
} from './notifications.model.ts'

// What causes a notification may end: a reaction is taken back, a post is deleted. Its notification leaves the list
// then, and comes back as it was when the cause does (LIVE L67).

const isUnread = ({ read }: Pick<NotificationDocument, 'read'>): boolean => !read

/** Deletes notifications of one person; their pages and their count follow the commit. */
export async function deleteNotifications(
  tx: Transaction,
  userId: string,
  rows: readonly Pick<NotificationDocument, '_id' | 'read' | 'subject' | 'rev'>[],
): Promise<void> {
  if (rows.length === 0) return
  await NotificationModel.deleteMany(
    { userId, _id: trusted({ $in: rows.map(({ _id }) => _id) }) },
    { session: tx.session },
  )
  const tombstones = rows.map(({ _id, rev }) => ({ id: _id.toHexString(), rev: rev + 1 }))
  tx.emit('notification:deleted', { userId, tombstones })
  await changeUnread(tx, userId, -1, rows.filter(isUnread))
}

const found = (tx: Transaction, filter: QueryFilter<NotificationDocument>) =>
  NotificationModel.find(filter).session(tx.session).lean<NotificationDocument[]>()

const NO_ANSWER = trusted({ $exists: false })

/**
 * Takes a person's notifications with these keys out of the list, in the transaction that ends their causes. An answer
 * that also mentioned its reader stays.
 */
export async function withdrawKeys(tx: Transaction, userId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const wanted = trusted({ $in: [...keys] })
  // Not written yet: it never will be.
  await PendingNoticeModel.deleteMany(
    { userId, 'notice.dedupeKey': wanted, 'notice.data.isAnswer': NO_ANSWER },
    { session: tx.session },
  )
  const rows = await found(tx, { userId, dedupeKey: wanted, 'data.isAnswer': NO_ANSWER })
  await setAside(tx, userId, rows, ({ dedupeKey }) => dedupeKey!)
}

/** Deletes a person's unread notifications about a subject, of which nothing is left to be read. */
export const dropAbout = async (tx: Transaction, userId: string, subject: string): Promise<void> =>
  deleteNotifications(tx, userId, await found(tx, { userId, subject, read: false }))

/** Moves notifications of one person out of the list. `causeOf`: what brings them back. */
async function setAside(
  tx: Transaction,
  userId: string,
  rows: readonly NotificationDocument[],
  causeOf: (row: NotificationDocument) => string,
): Promise<void> {
  if (rows.length === 0) return
  await deleteNotifications(tx, userId, rows)
  const withdrawn = rows.map((row): WithdrawnNotificationDocument => ({
    ...row,
    rev: row.rev + 1,
    cause: causeOf(row),
    withdrawnAt: clock.date(),
  }))
  await WithdrawnNotificationModel.insertMany(withdrawn, { session: tx.session, lean: true })
}

/** Puts notifications of one person back into the list, read or unread as they were: they are no news. */
export async function giveBack(
  tx: Transaction,
  userId: string,
  withdrawn: readonly WithdrawnNotificationDocument[],
): Promise<void> {
  if (withdrawn.length === 0) return
  const ids = withdrawn.map(({ _id }) => _id)
  await WithdrawnNotificationModel.deleteMany({ _id: trusted({ $in: ids }) }, { session: tx.session })
  const person = await loadViewer(userId)
  if (!person) return
  const rows = withdrawn.map(({ cause: _cause, withdrawnAt: _at, ...row }): NotificationDocument => ({
    ...row,
    rev: row.rev + 1,
  }))
  await NotificationModel.insertMany(rows, { session: tx.session, lean: true })
  const texts = await textsOf(rows, tx)
  tx.emit('notification:updated', {
    userId,
    notifications: rows.map((row) => presentNotification(row, texts.about(person, row))),
  })
  await changeUnread(tx, userId, 1, rows.filter(isUnread))
}

/** A post, or a comment on it. */
type Text = { readonly postId: string; readonly commentId?: string }

const PORTION = 200
/** A notification that was written at the same moment is seen by then, ms. */
const SECOND_LOOK_MS = 10_000
const LOOKED = 'looked'

const settling = defineJob<Text>({
  kind: 'settle-notifications',
  does: 'Hides the notifications about a text that was deleted or hidden, and shows them again with it.',
  isObligation: true,
  concurrency: 4,
  run: settle,
})

/**
 * After this commit, the notifications about a post or comment follow it: they leave the lists while it is deleted
 * or hidden, and are there again when it is shown. A job, because many people may have them.
 */
export const settleNotifications = (tx: Transaction, text: Text): Promise<void> =>
  settling.enqueue(text, { tx, key: text.commentId ?? text.postId })

async function settle(text: Text, { signal, progress }: JobRun): Promise<void | Again> {
  const isShown = (await textsOf([{ data: text }])).missing(text) === undefined
  const settleOwn = ([userId, own]: [string, Row[]]) =>
    transact((tx) =>
      settlePerson(
        tx,
        userId,
        own.map(({ _id }) => _id),
      ),
    )
  await sweep(byPerson(rowsOf(concerned(text, isShown)), PORTION), settleOwn, signal)
  return isShown || progress === LOOKED ? undefined : SECOND_LOOK
}

/** So many rows at a time, those of one person together. */
export async function* byPerson<T extends { userId: Types.ObjectId }>(
  rows: AsyncIterable<T>,
  size: number,
): AsyncGenerator<[userId: string, own: T[]]> {
  for await (const some of portionsOf(rows, size)) yield* Map.groupBy(some, (row) => String(row.userId))
}

const SECOND_LOOK: Again = { againAfterMs: SECOND_LOOK_MS, progress: LOOKED }

type Row = Pick<NotificationDocument, '_id' | 'userId'>

const concerned = ({ postId, commentId }: Text, isShown: boolean) =>
  isShown
    ? WithdrawnNotificationModel.find({ cause: commentId ?? postId }, { userId: 1 }).lean<Row[]>()
    : NotificationModel.find(aboutText(postId, commentId), { userId: 1 }).lean<Row[]>()

/** The indexed filter; exported for its explain test. */
export const aboutText = (postId: string, commentId?: string): QueryFilter<NotificationDocument> => ({
  'data.postId': postId,
  ...(commentId !== undefined && { 'data.commentId': commentId }),
})

/** Each row by what its own transaction reads: the text may have been shown or hidden meanwhile. */
async function settlePerson(tx: Transaction, userId: string, ids: readonly Types.ObjectId[]): Promise<void> {
  const which = { _id: trusted({ $in: [...ids] }) }
  const listed = await found(tx, which)
  const aside = await WithdrawnNotificationModel.find(which)
    .session(tx.session)
    .lean<WithdrawnNotificationDocument[]>()
  const texts = await textsOf([...listed, ...aside], tx)
  const gone = listed.filter(({ data }) => texts.missing(data) !== undefined)
  await setAside(tx, userId, gone, ({ data }) => texts.missing(data)!)
  await giveBack(
    tx,
    userId,
    aside.filter(({ data }) => texts.missing(data) === undefined),
  )
  for (const { _id, data } of aside) {
    const cause = texts.missing(data)
    if (cause !== undefined)
      await WithdrawnNotificationModel.updateOne({ _id }, { $set: { cause } }, { session: tx.session })
  }
}
