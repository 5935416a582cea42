import { createHmac, randomUUID } from 'node:crypto'
import type { WebhookTestView } from '#contract/monitor.alerts.ts'
import {
  ALERT_MESSAGES,
  ALERT_WORDS,
  alertFigure,
  type AlertFormat,
} from '#contract/monitor.alerts.constants.ts'
import { clock } from '#server/platform/clock.ts'
import { config } from '#server/platform/config.ts'
import { badRequest, notFound } from '#server/platform/errors.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import { logger } from '#server/platform/logger.ts'
import { ForbiddenAddress, hostOf, NotFetched } from '#server/platform/outbound/guarded-fetch.ts'
import { checkTarget, guardedPost } from '#server/platform/outbound/guarded-post.ts'
import { houseName } from '#server/shared/site-settings/house-name.ts'
import { AlertModel, type AlertDocument } from './alerts.model.ts'
import { webhookToSend, type Target } from './alert-settings.ts'
import { ALERTS_PAGE, alertKeyOf, alertLineOf, type AlertMessage } from './alert-words.ts'

/** Of one request to a webhook, ms. */
const TIME_MS = 10_000
/** Nobody needs an older one. */
const EXPIRES_MS = 24 * 3600_000
/** Alertmanager forgets an alert that is not sent again; ours is, every five minutes, ms. */
const ALERTMANAGER_KEEPS_MS = 3600_000

/** Hosts inside of the operator's own network. */
const isOwn = (url: URL): boolean => {
  const { hostname, port, protocol } = url
  const usual = protocol === 'https:' ? 443 : 80
  const named = [`${hostname}:${port || usual}`, ...(port ? [] : [hostname, hostOf(url)])]
  return config.ALERT_HOSTS.some((host) => named.includes(host.toLowerCase()))
}

/** Throws 400 for an address that no message can ever reach, with the reason. */
export async function assertReachable(address: string): Promise<void> {
  const url = new URL(address)
  if (isOwn(url)) return
  // A name without a dot is known in its own network alone.
  if (!/[.:]/.test(url.hostname)) throw badRequest(ALERT_MESSAGES.closed)
  try {
    await checkTarget(address, AbortSignal.timeout(TIME_MS))
  } catch (error) {
    if (error instanceof ForbiddenAddress) throw badRequest(ALERT_MESSAGES.closed)
    // Its name is not known at this moment: the test says so.
    if (!(error instanceof NotFetched) && !(error instanceof DOMException)) throw error
  }
}

/** As often as needed. */
export const webhookJob = defineJob<AlertMessage>({
  kind: 'alert:webhook',
  does: 'Sends one message about an alert to a webhook.',
  maxAttempts: Infinity,
  backoffMs: [5_000, 30_000, 120_000, 600_000],
  limitMs: 30_000,
  expiresAfterMs: EXPIRES_MS,
  async run(message, { signal }) {
    const [alert, target] = await Promise.all([
      AlertModel.findById(message.alertId).lean<AlertDocument>(),
      webhookToSend(),
    ])
    if (!alert || !target || (message.what === 'repeated' && target.format !== 'alertmanager')) return
    try {
      // The id stays the same when a message is sent again, because the process died before it knew the answer.
      const status = await post(
        target,
        `alert_${alertKeyOf(message)}`,
        MESSAGES_OF[target.format](message, alert),
        signal,
      )
      if (!isTaken(status)) throw new Error(`The webhook answered ${status}`)
    } catch (error) {
      if (!(error instanceof ForbiddenAddress)) throw error
      // Trying again would change nothing: the monitor shows it, and an admin sets another address.
      logger.error(
        { err: error, job: 'alert:webhook' },
        'the webhook of the alerts is no public https address',
      )
    }
  },
})

/** Posts a message that is none to the webhook, now, and answers what came of it. Throws 404 without a webhook. */
export async function tryWebhook(): Promise<WebhookTestView> {
  const target = await webhookToSend()
  if (!target) throw notFound()
  try {
    const status = await post(target, `test_${randomUUID()}`, TESTS_OF[target.format]())
    return { ok: isTaken(status), detail: `It answered ${status}.` }
  } catch (error) {
    if (!(error instanceof NotFetched) && !(error instanceof DOMException)) throw error
    return { ok: false, detail: `It could not be reached: ${error.message}.` }
  }
}

const isTaken = (status: number): boolean => status >= 200 && status < 300

interface Message {
  body: string
  headers: Record<string, string>
}

async function post(
  { url, secret }: Target,
  id: string,
  { body, headers }: Message,
  signal?: AbortSignal,
): Promise<number> {
  const timestamp = String(Math.floor(clock.now() / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const posting = {
    headers: {
      ...headers,
      'user-agent': `RoyalFlushAlerts/1.0 (+${config.PUBLIC_URL})`,
      // Standard Webhooks 1.0 (standardwebhooks.com): receivers find ready libraries for it.
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body: Buffer.from(body),
    signal: AbortSignal.any([AbortSignal.timeout(TIME_MS), ...(signal ? [signal] : [])]),
  }
  const { statusCode = 0 } = await guardedPost(url, posting, { isOwn: isOwn(new URL(url)) })
  return statusCode
}

const json = (content: object): Message => ({
  body: JSON.stringify(content),
  headers: { 'content-type': 'application/json' },
})
const page = () => `${config.PUBLIC_URL}${ALERTS_PAGE}`
const site = () => new URL(config.PUBLIC_URL).host

/** An alert in words, for people. */
const linesOf = (alert: AlertDocument): string =>
  [
    `${ALERT_WORDS[alert.rule].what}: ${alertFigure(alert.rule, alert.value)}, ${alertFigure(alert.rule, alert.peak)} at its worst.`,
    alert.detail,
    `Reported by ${alert.reporter}.`,
    page(),
  ]
    .filter(Boolean)
    .join('\n')

const MESSAGES_OF: Record<AlertFormat, (message: AlertMessage, alert: AlertDocument) => Message> = {
  standard: ({ what }, alert) =>
    json({
      type: `alert.${what}`,
      timestamp: (what === 'resolved' ? (alert.resolvedAt ?? alert.openedAt) : alert.openedAt).toISOString(),
      data: {
        id: alert._id.toHexString(),
        rule: alert.rule,
        title: ALERT_WORDS[alert.rule].title,
        value: alert.value,
        peak: alert.peak,
        threshold: alert.threshold,
        unit: ALERT_WORDS[alert.rule].unit,
        detail: alert.detail,
        reporter: alert.reporter,
        openedAt: alert.openedAt.toISOString(),
        resolvedAt: alert.resolvedAt?.toISOString() ?? null,
        url: page(),
      },
    }),
  alertmanager: (_message, alert) =>
    json([
      {
        // They are the alert's identity: nothing in them may change while it is open.
        labels: {
          alertname: ALERT_WORDS[alert.rule].title,
          rule: alert.rule,
          severity: alert.rule === 'crash' || alert.rule === 'health' ? 'critical' : 'warning',
          site: site(),
        },
        annotations: { summary: alertLineOf(alert, 'opened'), description: linesOf(alert) },
        startsAt: alert.openedAt.toISOString(),
        endsAt: (alert.resolvedAt ?? new Date(clock.now() + ALERTMANAGER_KEEPS_MS)).toISOString(),
        generatorURL: page(),
      },
    ]),
  slack: ({ what }, alert) =>
    json({ text: `${houseName()}: ${alertLineOf(alert, what)}\n${linesOf(alert)}` }),
  ntfy: ({ what }, alert) => ({
    body: linesOf(alert),
    headers: ntfyHeaders(
      alertLineOf(alert, what),
      what === 'resolved' ? 'white_check_mark' : 'rotating_light',
    ),
  }),
}

/** A header holds no more than ASCII: ntfy reads RFC 2047. */
const ntfyHeaders = (line: string, tag: string): Record<string, string> => ({
  'content-type': 'text/plain; charset=utf-8',
  title: `=?UTF-8?B?${Buffer.from(`${houseName()}: ${line}`).toString('base64')}?=`,
  tags: tag,
  click: page(),
})

const TEST_WORDS = 'This is a test. No alert is open.'

const TESTS_OF: Record<AlertFormat, () => Message> = {
  standard: () => json({ type: 'alert.test', timestamp: clock.date().toISOString(), data: { url: page() } }),
  alertmanager: () =>
    json([
      {
        labels: { alertname: 'Test', rule: 'test', severity: 'info', site: site() },
        annotations: { summary: TEST_WORDS },
        startsAt: clock.date().toISOString(),
        endsAt: new Date(clock.now() + 60_000).toISOString(),
        generatorURL: page(),
      },
    ]),
  slack: () => json({ text: `${houseName()}: ${TEST_WORDS}\n${page()}` }),
  ntfy: () => ({ body: TEST_WORDS, headers: ntfyHeaders('Test', 'test_tube') }),
}
