import { trusted } from 'mongoose'
import { ERASURE_PORTION, type Erase } from '#server/platform/erasure.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { sweep } from '#server/platform/sweep.ts'
import {
  NotificationCounterModel,
  NotificationModel,
  PendingNoticeModel,
  WithdrawnNotificationModel,
  type NotificationDocument,
} from './notifications.model.ts'
import { DigestModel, type DigestDocument } from './digest/digest.model.ts'
import { devicesOf } from './push/push-devices.service.ts'
import { PushDeviceModel, PushSettingsModel } from './push/push.model.ts'
import { erasePushJobs } from './push/push-queue.ts'
import { pushSettingsOf } from './push/push-settings.service.ts'
import { byPerson, deleteNotifications } from './withdrawal.ts'

/** Deletes a person's notifications, and others' notifications about them, whose counts are pushed. */
export const eraseNotifications: Erase = async ({ id }, { signal }) => {
  await PendingNoticeModel.deleteMany({ $or: [{ userId: id }, { 'notice.actor.id': id }] })
  await NotificationModel.deleteMany({ userId: id })
  await WithdrawnNotificationModel.deleteMany({ $or: [{ userId: id }, { 'actor.id': id }] })
  await NotificationCounterModel.deleteOne({ _id: id })
  const rows = NotificationModel.find({ 'actor.id': id }, { userId: 1 }).lean<Row[]>()
  const forget = ([userId, theirs]: [string, Row[]]) => {
    // Read again: some may have been read since they were found.
    const which = { _id: trusted({ $in: theirs.map(({ _id }) => _id) }) }
    return transact(async (tx) =>
      deleteNotifications(tx, userId, await NotificationModel.find(which).session(tx.session).lean()),
    )
  }
  await sweep(byPerson(rowsOf(rows), ERASURE_PORTION), forget, signal)
}

type Row = Pick<NotificationDocument, '_id' | 'userId'>

/** A person's notifications, newest first, for their export. */
export async function* exportedNotifications(userId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const row of rowsOf(
    NotificationModel.find({ userId }).sort({ seq: -1 }).lean<NotificationDocument[]>(),
  )) {
    const { type, message, read, createdAt } = row
    yield { type, message, read, createdAt }
  }
}

/** Deletes a person's devices and settings of pushes, and what waits to be sent to them. */
export const erasePushes: Erase = async ({ id }) => {
  await transact(async ({ session }) => {
    await PushDeviceModel.deleteMany({ userId: id }, { session })
    await PushSettingsModel.deleteOne({ _id: id }, { session })
  })
  await erasePushJobs(id)
}

/** A person's devices, newest first, for their export. The page of an export has no links to elsewhere. */
export async function* exportedPushDevices(userId: string): AsyncGenerator<Record<string, unknown>> {
  for (const { endpoint, createdAt, lastSentAt } of await devicesOf(userId))
    yield { address: endpoint.replace('https://', ''), createdAt, lastSentAt: lastSentAt ?? null }
}

/** The settings as one row. */
export async function* exportedPushSettings(userId: string): AsyncGenerator<Record<string, unknown>> {
  const { off, quietHours, preview } = await pushSettingsOf(userId)
  yield { switchedOff: off.join(', '), preview, ...quietHours }
}

/** Ends the mails of a person's notifications. What waits to be mailed is deleted with all their mails. */
export const eraseDigest: Erase = async ({ id }) => {
  await DigestModel.deleteOne({ _id: id })
}

/** The rhythm of the mails as one row; none when there are none. */
export async function* exportedDigest(userId: string): AsyncGenerator<Record<string, unknown>> {
  const digest = await DigestModel.findById(userId).lean<DigestDocument>()
  if (digest) yield { every: digest.every, lastMailQueuedAt: digest.queuedAt ?? null }
}
