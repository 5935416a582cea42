import { createHmac, randomUUID } from 'node:crypto'
import type { WebhookTestView } from '#contract/monitor.alerts.ts'
import { ALERT_WORDS, alertFigure } from '#contract/monitor.alerts.constants.ts'
import { pushToDevices } from '#server/features/notifications/push/push-alerts.ts'
import { listAdmins } from '#server/features/people/users/admin-people.service.ts'
import { addressOf } from '#server/features/people/users/identities.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { config } from '#server/platform/config.ts'
import { notFound } from '#server/platform/errors.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import { logger } from '#server/platform/logger.ts'
import { mailTemplate } from '#server/platform/mail/mail-queue.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { ForbiddenAddress, NotFetched } from '#server/platform/outbound/guarded-fetch.ts'
import { guardedPost } from '#server/platform/outbound/guarded-post.ts'
import { houseName } from '#server/platform/site-settings/house-name.ts'
import { clock } from '#server/platform/clock.ts'
import { AlertModel, type AlertDocument } from './alerts.model.ts'
import { webhookToSend, type AlertSettings } from './alert-settings.ts'

const PAGE = '/ai-monitor?tab=alerts'
/** Of one request to a webhook, ms. */
const TIME_MS = 10_000
/** Nobody needs an older one. */
const EXPIRES_MS = 24 * 3600_000

/** The opening or the end of an alert, once for each receiver. */
type Told = { readonly alertId: string; readonly what: 'opened' | 'resolved' }

/**
 * Puts the messages about an alert into the queues, in the transaction that opens or resolves it: a process that is
 * killed afterwards loses none, and none is queued twice (LIVE L47).
 */
export async function sendMessages(
  tx: Transaction,
  settings: AlertSettings,
  alert: Pick<AlertDocument, '_id' | 'rule' | 'peak'>,
  what: Told['what'],
): Promise<void> {
  const told = { alertId: alert._id.toHexString(), what }
  if (settings.webhook) await webhook.enqueue(told, { tx, key: keyOf(told) })
  if (!settings.mail && !settings.push) return
  const words = { subject: told.alertId, title: lineOf(alert, what), path: PAGE }
  for (const { id } of await listAdmins()) {
    if (settings.mail) await alertMail({ ...told, userId: id }, tx)
    if (settings.push) await pushToDevices(tx, id, words)
  }
}

const keyOf = ({ alertId, what }: Told): string => `${alertId}.${what}`

/** An alert in one line: 'Jobs wait too long: 312 s'. */
const lineOf = ({ rule, peak }: Pick<AlertDocument, 'rule' | 'peak'>, what: Told['what']): string =>
  what === 'opened'
    ? `${ALERT_WORDS[rule].title}: ${alertFigure(rule, peak)}`
    : `Over: ${ALERT_WORDS[rule].title}`

const alertMail = mailTemplate<Told & { userId: string }>('alert', async ({ userId, ...told }) => {
  const [alert, viewer, account] = await Promise.all([
    AlertModel.findById(told.alertId).lean<AlertDocument>(),
    loadViewer(userId),
    addressOf(userId),
  ])
  if (!alert || !account || !viewer?.isAdmin) return null
  return mailOf(alert, told.what, account.email, `${keyOf(told)}.${userId}`)
})

function mailOf(alert: AlertDocument, what: Told['what'], to: string, id: string): Mail {
  const { what: counted } = ALERT_WORDS[alert.rule]
  const inWords = (value: number) => alertFigure(alert.rule, value)
  const figure = what === 'opened' ? inWords(alert.value) : `${inWords(alert.peak)} at its worst`
  const figures = `${counted}: ${figure}. The threshold is ${inWords(alert.threshold)}.`
  return {
    to,
    subject: `${houseName()}: ${lineOf(alert, what)}`,
    title: what === 'opened' ? 'The pipes are calling' : 'The pipes are quiet again',
    words: [lineOf(alert, what), figures, ...(alert.detail ? [alert.detail] : [])],
    button: { label: 'Look at the alerts', url: `${config.PUBLIC_URL}${PAGE}` },
    afterwards: [
      'There is one mail when an alert opens and one when it is over. Admins switch rules and mails on that page.',
    ],
    messageId: `<${id}@${new URL(config.PUBLIC_URL).hostname}>`,
  }
}

const webhook = defineJob<Told>({
  kind: 'alert:webhook',
  maxAttempts: Infinity,
  backoffMs: [5_000, 30_000, 120_000, 600_000],
  limitMs: 30_000,
  expiresAfterMs: EXPIRES_MS,
  async run(told, { signal }) {
    const [alert, target] = await Promise.all([
      AlertModel.findById(told.alertId).lean<AlertDocument>(),
      webhookToSend(),
    ])
    if (alert && target) await post(target, told, alert, signal)
  },
})

async function post(target: Target, told: Told, alert: AlertDocument, signal: AbortSignal): Promise<void> {
  try {
    // The id stays the same when a message is sent again, because the process died before it knew the answer.
    const status = await postSigned(target, `alert_${keyOf(told)}`, bodyOf(told, alert), signal)
    if (!isTaken(status)) throw new Error(`The webhook answered ${status}`)
  } catch (error) {
    if (!(error instanceof ForbiddenAddress)) throw error
    // Trying again would change nothing: the monitor shows it, and an admin sets another address.
    logger.error({ err: error, job: 'alert:webhook' }, 'the webhook of the alerts is no public https address')
  }
}

/** Posts a message that is none to the webhook, now, and answers what came of it. Throws 404 without a webhook. */
export async function tryWebhook(): Promise<WebhookTestView> {
  const target = await webhookToSend()
  if (!target) throw notFound()
  const body = {
    type: 'alert.test',
    timestamp: clock.date().toISOString(),
    data: { url: `${config.PUBLIC_URL}${PAGE}` },
  }
  try {
    const status = await postSigned(target, `test_${randomUUID()}`, body)
    return { ok: isTaken(status), detail: `It answered ${status}.` }
  } catch (error) {
    if (!(error instanceof NotFetched) && !(error instanceof DOMException)) throw error
    return { ok: false, detail: `It could not be reached: ${error.message}.` }
  }
}

interface Target {
  url: string
  secret: string
}

const isTaken = (status: number): boolean => status >= 200 && status < 300

// Standard Webhooks 1.0 (standardwebhooks.com): receivers find ready libraries for it.
async function postSigned(
  { url, secret }: Target,
  id: string,
  message: object,
  signal?: AbortSignal,
): Promise<number> {
  const body = JSON.stringify(message)
  const timestamp = String(Math.floor(clock.now() / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const { statusCode = 0 } = await guardedPost(url, {
    headers: {
      'content-type': 'application/json',
      'user-agent': `RoyalFlushAlerts/1.0 (+${config.PUBLIC_URL})`,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body: Buffer.from(body),
    signal: AbortSignal.any([AbortSignal.timeout(TIME_MS), ...(signal ? [signal] : [])]),
  })
  return statusCode
}

const bodyOf = ({ what }: Told, alert: AlertDocument) => ({
  type: `alert.${what}`,
  timestamp: (what === 'opened' ? alert.openedAt : (alert.resolvedAt ?? alert.openedAt)).toISOString(),
  data: {
    id: alert._id.toHexString(),
    rule: alert.rule,
    title: ALERT_WORDS[alert.rule].title,
    value: alert.value,
    peak: alert.peak,
    threshold: alert.threshold,
    unit: ALERT_WORDS[alert.rule].unit,
    detail: alert.detail,
    openedAt: alert.openedAt.toISOString(),
    resolvedAt: alert.resolvedAt?.toISOString() ?? null,
    url: `${config.PUBLIC_URL}${PAGE}`,
  },
})
