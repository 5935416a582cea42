import { TIMINGS } from '#contract/limits.ts'
import { bus } from '#server/platform/bus.ts'
import { clock } from '#server/platform/clock.ts'
import { textsOf } from '../notification-abouts.ts'
import { hides } from '#server/features/people/relations/relations.policy.ts'
import { loadViewer, viewerNow } from '#server/features/people/users/viewers.service.ts'
import { batchReads } from '#server/platform/cache/batched-reads.ts'
import { defineJob, type Again, type JobRun } from '#server/platform/jobs/job-kinds.ts'
import { removeJobs } from '#server/platform/jobs/job-store.ts'
import { lookUpEach } from '#server/platform/mongo/look-up-each.ts'
import { loadById } from '#server/platform/mongo/load-by-id.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { HOUR } from '#server/platform/durations.ts'
import { NotificationModel, type NotificationDocument } from '../notifications.model.ts'
import { unreadCount } from '../unread-count.ts'
import { ALERT_KIND } from './push-alerts.ts'
import { devicesOf, forgetDevice, isSignedIn } from './push-devices.service.ts'
import { pushSummaryOf, threadOf, topicOf, pushWordsOf } from './push-payload.ts'
import { pushKindOf, pushSettingsOf, quietFor, type PushSettings } from './push-settings.service.ts'
import { sendPush } from './push-send.ts'
import { PushDeviceModel, type PushDeviceDocument } from './push.model.ts'

const KIND = 'push'
/** How long the person's pages have to say that they are being looked at, or to read what arrived, ms. */
const ATTENTION_MS = 2_000
/** An older push is worthless. */
const EXPIRES_MS = 24 * 3600_000
/** Unread notifications whose tags fit into a push besides its words. */
const TAGS = 50

/** The thread of what is said after the quiet hours. */
const SUMMARY = 'summary'
/** Progress of a run that has waited for the session's renewal. */
const WAITED = 'waited'

type PushJob = {
  readonly userId: string
  readonly deviceId: string
  /** The newest of its thread; null: a summary of what came while it was quiet. */
  readonly notificationId: string | null
}

const job = defineJob<PushJob>({
  kind: KIND,
  does: 'Sends one web push to one browser.',
  concurrency: 64,
  maxAttempts: Infinity,
  backoffMs: [5_000, 30_000, 120_000, 600_000],
  limitMs: 30_000,
  expiresAfterMs: EXPIRES_MS,
  run,
})

/** The kinds of jobs that send web pushes. */
export const PUSH_JOBS: readonly string[] = [KIND, ALERT_KIND]

const enqueue = (payload: PushJob, thread: string, afterMs: number, tx?: Transaction): Promise<void> =>
  job.enqueue(payload, { key: topicOf(payload.deviceId, thread), afterMs, ...(tx && { tx }) })

/**
 * Enqueues the pushes of new notifications in the transaction that writes them: one for each device and thread. They
 * are sent a moment later, unless a page of the person that is being looked at says so (LIVE L34).
 */
export async function pushNotifications(
  tx: Transaction,
  person: Viewer,
  notifications: readonly NotificationDocument[],
): Promise<void> {
  const wanted = person.pushes ? notifications.filter((one) => pushKindOf(one) !== null) : []
  if (wanted.length === 0) return
  const newest = new Map(wanted.map((one) => [threadOf(one), one._id.toHexString()]))
  for (const { _id } of await devicesOf(person.id, tx)) {
    const deviceId = _id.toHexString()
    for (const [thread, notificationId] of newest)
      await enqueue({ userId: person.id, deviceId, notificationId }, thread, ATTENTION_MS, tx)
  }
  for (const about of newest.values())
    tx.emit('attention', { userId: person.id, about, kind: 'asks', from: null })
}

/** A page that is being looked at shows what arrived: no device gets a push. */
export const dropSeenPushes = (): (() => void) =>
  bus.onLocal('attention:given', async ({ userId, about }) => {
    if (!(await loadViewer(userId))?.pushes) return
    const [seen, devices] = await Promise.all([loadNotification(about), devicesOf(userId)])
    if (!seen?.userId.equals(userId)) return
    const thread = threadOf(seen)
    // A newer one of the thread may wait by now, and is not seen yet.
    await removeJobs({
      kind: KIND,
      key: { $in: devices.map(({ _id }) => topicOf(_id.toHexString(), thread)) },
      state: 'waiting',
      'payload.notificationId': about,
    })
  })

/** The pushes of a person who is erased; those of other people about them find their notifications gone. */
export const erasePushJobs = (userId: string): Promise<void> =>
  removeJobs({ kind: { $in: PUSH_JOBS }, 'payload.userId': userId })

// Pushes that are due at the same moment run side by side, and their reads are one.
const loadDevice = loadById<PushDeviceDocument>(PushDeviceModel)
const loadNotification = loadById<NotificationDocument>(NotificationModel)

async function run(
  { userId, deviceId, notificationId }: PushJob,
  { signal, progress }: JobRun,
): Promise<void | Again> {
  const [device, person, settings] = await Promise.all([
    loadDevice(deviceId),
    viewerNow(userId),
    pushSettingsOf(userId),
  ])
  // A browser may be another person's by now.
  if (!device?.userId.equals(userId) || !person || person.banned) return
  // While a new password is stored the session is invalid for a moment.
  if (!(await isSignedIn(person, device)))
    return progress === WAITED
      ? forgetDevice(device)
      : { againAfterMs: TIMINGS.sessionRenewal, progress: WAITED }
  const wanted =
    notificationId === null ? SUMMARY : await wantedNotification(notificationId, person, settings)
  if (wanted === null) return
  const quietMs = quietFor(settings.quietHours, clock.date())
  if (quietMs > 0)
    return wanted === SUMMARY
      ? { againAfterMs: quietMs }
      : enqueue({ userId, deviceId, notificationId: null }, SUMMARY, quietMs)
  const unread = await unreadOf(userId, deviceId)
  if (unread.count === 0) return
  const words =
    wanted === SUMMARY
      ? pushSummaryOf(unread.count)
      : pushWordsOf(wanted, (await textsOf([wanted])).about(person, wanted), settings.preview)
  const tag = topicOf(deviceId, wanted === SUMMARY ? SUMMARY : threadOf(wanted))
  const outcome = await sendPush(device, {
    payload: { tag, ...words, ...unread },
    urgency: wanted === SUMMARY ? 'low' : wanted.type === 'MESSAGE' ? 'high' : 'normal',
    signal,
  })
  if (outcome === 'gone') return forgetDevice(device)
  if (outcome === 'sent') return recordSent(device)
  return outcome === 'refused' ? undefined : outcome
}

/** The notification, unless it was read meanwhile, its author is hidden by now, or its kind was switched off. */
async function wantedNotification(
  id: string,
  person: Viewer,
  { off }: PushSettings,
): Promise<NotificationDocument | null> {
  const one = await loadNotification(id)
  if (!one?.userId.equals(person.id)) return null
  const kind = pushKindOf(one)
  return kind && !one.read && !off.includes(kind) && !hides(person, one.actor.id) ? one : null
}

async function unreadOf(userId: string, deviceId: string): Promise<{ count: number; open: string[] | null }> {
  const [{ count }, newest = []] = await Promise.all([unreadCount(userId), newestUnread(userId)])
  const tags = new Set(newest.map((one) => topicOf(deviceId, threadOf(one))))
  return { count, open: newest.length > TAGS ? null : [...tags] }
}

type UnreadThread = Pick<NotificationDocument, '_id' | 'type' | 'data'>

/** The newest unread notifications of people whose pushes are due at the same moment, in one command. */
const newestUnread = batchReads<UnreadThread[]>({
  max: 100,
  async load(userIds) {
    const lists = await lookUpEach<{ newest: UnreadThread[] }>(userIds, [
      {
        $lookup: {
          from: NotificationModel.collection.collectionName,
          localField: '_id',
          foreignField: 'userId',
          pipeline: [
            { $match: { read: false } },
            { $sort: { seq: -1 } },
            { $limit: TAGS + 1 },
            { $project: { type: 1, data: 1 } },
          ],
          as: 'newest',
        },
      },
    ])
    return new Map([...lists].map(([id, { newest }]) => [id, newest]))
  },
})

async function recordSent({ _id, lastSentAt }: PushDeviceDocument): Promise<void> {
  const now = clock.date()
  if (lastSentAt && now.getTime() - lastSentAt.getTime() < HOUR) return
  await PushDeviceModel.updateOne({ _id }, { $set: { lastSentAt: now } })
}
