import { z } from 'zod'
import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { ALERT_FORMATS, ALERT_MESSAGES, ALERT_RULES, SILENCE_HOURS } from './monitor.alerts.constants.ts'
import { ActorView } from './people.ts'
import { atMost, Id, Rev, Timestamp } from './primitives.ts'

/** A threshold was reached. */
export const AlertView = z
  .object({
    id: Id,
    rule: z.enum(ALERT_RULES),
    openedAt: Timestamp,
    /** The latest figure, the highest one, and the threshold when the alert opened. */
    value: z.number(),
    peak: z.number(),
    threshold: z.number(),
    /** More about it, without personal data; may be blank. */
    detail: z.string(),
    /** The process that saw it first, its machine and version; blank in alerts of earlier versions. */
    reporter: z.string(),
    acknowledgedAt: Timestamp.nullable(),
    /** Null when nobody has, or when that account was deleted. */
    acknowledgedBy: ActorView.nullable(),
    resolvedAt: Timestamp.nullable(),
    /** calm: the figure went down and stayed there. off: its rule was switched off. */
    resolvedHow: z.enum(['calm', 'off']).nullable(),
    rev: Rev,
  })
  .meta({ id: 'Alert' })
export type AlertView = z.infer<typeof AlertView>

/** A rule as it is set, and its latest figure; null while it cannot be measured. */
export const AlertRuleView = z
  .object({
    rule: z.enum(ALERT_RULES),
    on: z.boolean(),
    threshold: z.int(),
    value: z.number().nullable(),
    silencedUntil: Timestamp.nullable(),
  })
  .meta({ id: 'AlertRule' })
export type AlertRuleView = z.infer<typeof AlertRuleView>

/** Where alerts are sent, besides the page. */
export const AlertChannelsView = z
  .object({
    mail: z.boolean(),
    push: z.boolean(),
    webhook: z.string().nullable(),
    format: z.enum(ALERT_FORMATS),
  })
  .meta({ id: 'AlertChannels' })
export type AlertChannelsView = z.infer<typeof AlertChannelsView>

/** GET /api/ai-monitor/alerts and `alerts:updated`: open alerts first, then those of the last 30 days. */
export const AlertsView = z
  .object({
    alerts: z.array(AlertView),
    rules: z.array(AlertRuleView),
    channels: AlertChannelsView,
    /** Time of this state: the newer one counts. */
    updatedAt: Timestamp,
  })
  .meta({ id: 'Alerts' })
export type AlertsView = z.infer<typeof AlertsView>

/** POST /api/ai-monitor/alerts/{id}/silence. Null ends it. */
export const SilenceInput = z
  .object({ hours: z.literal(SILENCE_HOURS, MESSAGES.invalidInput).nullable() })
  .meta({ id: 'SilenceInput' })

/** PUT /api/ai-monitor/alert-rules/{rule}. */
export const AlertRuleInput = z
  .object({
    on: z.boolean(MESSAGES.invalidInput),
    threshold: z.int(ALERT_MESSAGES.threshold).min(1, ALERT_MESSAGES.threshold),
  })
  .meta({ id: 'AlertRuleInput' })
export type AlertRuleInput = z.infer<typeof AlertRuleInput>

/** PATCH /api/ai-monitor/alert-channels. */
export const AlertChannelsInput = z
  .object({ mail: z.boolean(MESSAGES.invalidInput), push: z.boolean(MESSAGES.invalidInput) })
  .partial()
  .meta({ id: 'AlertChannelsInput' })
export type AlertChannelsInput = z.infer<typeof AlertChannelsInput>

const isWebhook = (address: string): boolean => {
  const url = URL.canParse(address) ? new URL(address) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

/** PUT /api/ai-monitor/alert-webhook. Null removes it. */
export const WebhookInput = z
  .object({
    url: atMost(
      LIMITS.url,
      ALERT_MESSAGES.webhook,
    )(z.string(ALERT_MESSAGES.webhook))
      .refine(isWebhook, ALERT_MESSAGES.webhook)
      .nullable(),
    format: z.enum(ALERT_FORMATS, MESSAGES.invalidInput).default('standard'),
  })
  .meta({ id: 'WebhookInput' })

/** The answer, the only one with the secret that signs; null without a webhook. */
export const WebhookView = z
  .object({ url: z.string().nullable(), secret: z.string().nullable() })
  .meta({ id: 'AlertWebhook' })
export type WebhookView = z.infer<typeof WebhookView>

/** POST /api/ai-monitor/alert-webhook/test: whether it took the message, and what it answered. */
export const WebhookTestView = z
  .object({ ok: z.boolean(), detail: z.string() })
  .meta({ id: 'AlertWebhookTest' })
export type WebhookTestView = z.infer<typeof WebhookTestView>
