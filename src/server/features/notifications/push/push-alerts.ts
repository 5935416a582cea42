import { viewerNow } from '#server/features/people/users/viewers.service.ts'
import { defineJob, type Again, type JobRun } from '#server/platform/jobs/job-kinds.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { unreadCount } from '../unread-count.ts'
import { devicesOf, forgetDevice, isSignedIn } from './push-devices.service.ts'
import { generalWords, topicOf } from './push-payload.ts'
import { sendPush } from './push-send.ts'
import { pushSettingsOf } from './push-settings.service.ts'
import { PushDeviceModel, type PushDeviceDocument } from './push.model.ts'

export const ALERT_KIND = 'push:alert'
/** Nobody needs an older one. */
const EXPIRES_MS = 24 * 3600_000

/** What an alert says on a device: no personal data, because it waits in the store. */
type AlertWords = {
  /** A later push about the same replaces the earlier one on the device. */
  readonly subject: string
  readonly title: string
  readonly path: string
}

type AlertPush = AlertWords & { readonly userId: string; readonly deviceId: string }

const job = defineJob<AlertPush>({
  kind: ALERT_KIND,
  does: 'Sends an alert of the monitor as a web push to a browser of an admin.',
  concurrency: 8,
  maxAttempts: Infinity,
  backoffMs: [5_000, 30_000, 120_000, 600_000],
  limitMs: 30_000,
  expiresAfterMs: EXPIRES_MS,
  run,
})

/**
 * Enqueues a push of the monitor to all devices of an admin, in the transaction that causes it. Sent at once, also in
 * the quiet hours and while a page is looked at: it is urgent.
 */
export async function pushToDevices(tx: Transaction, userId: string, words: AlertWords): Promise<void> {
  for (const { _id } of await devicesOf(userId, tx))
    await job.enqueue({ ...words, userId, deviceId: _id.toHexString() }, { tx })
}

async function run(
  { userId, deviceId, subject, title, path }: AlertPush,
  { signal }: JobRun,
): Promise<void | Again> {
  const [device, person, { preview }, { count }] = await Promise.all([
    PushDeviceModel.findOne({ _id: deviceId, userId }).lean<PushDeviceDocument>(),
    viewerNow(userId),
    pushSettingsOf(userId),
    unreadCount(userId),
  ])
  // A device whose session has ended is removed by what ends sessions.
  if (!device || !person?.isAdmin || person.banned || !(await isSignedIn(person, device))) return
  const words = preview === 'nothing' ? generalWords(path) : { title, body: '', path, notificationId: null }
  const outcome = await sendPush(device, {
    // The worker of the page keeps what has this mark until it is closed.
    payload: { tag: alertTag(deviceId, subject), ...words, count, open: null },
    urgency: 'high',
    signal,
  })
  if (outcome === 'gone') return forgetDevice(device)
  return outcome === 'sent' || outcome === 'refused' ? undefined : outcome
}

/** As long as a topic may be (RFC 8030). */
const alertTag = (deviceId: string, subject: string): string =>
  `alert-${topicOf(deviceId, subject)}`.slice(0, 32)
