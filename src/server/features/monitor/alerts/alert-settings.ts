import { randomBytes } from 'node:crypto'
import type {
  AlertChannelsInput,
  AlertChannelsView,
  AlertRuleInput,
  WebhookView,
} from '#contract/monitor.alerts.ts'
import {
  ALERT_MESSAGES,
  ALERT_RULES,
  ALERT_WORDS,
  type AlertFormat,
  type AlertRule,
} from '#contract/monitor.alerts.constants.ts'
import type { AuditAction } from '#contract/admin.constants.ts'
import type { AuditState } from '#contract/admin.ts'
import { recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { badRequest } from '#server/platform/errors.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { reseal, resealed, seal, unseal, type Resealed } from '#server/platform/sealed.ts'
import { sharedSetting } from '#server/shared/site-settings/shared-settings.ts'
import type { SiteSetting } from '#server/shared/site-settings/site-settings.model.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'

interface Webhook {
  url: string
  /** Missing in what an earlier version has written: standard. */
  format?: AlertFormat
  /** What signs its messages, encrypted. */
  sealedSecret: string
}

/** Rules and channels as admins have set them. */
export interface AlertSettings {
  rules: Record<AlertRule, AlertRuleInput>
  mail: boolean
  push: boolean
  webhook: Webhook | null
}

// Everything is on until an admin changes it: a site that nobody has set up still notifies its admins of a crash.
const settingsOf = (stored: SiteSetting | null): AlertSettings => {
  const value = (stored?.value ?? {}) as Partial<AlertSettings>
  const rules = ALERT_RULES.map((rule) => [
    rule,
    value.rules?.[rule] ?? { on: true, threshold: ALERT_WORDS[rule].threshold },
  ])
  return {
    rules: Object.fromEntries(rules) as AlertSettings['rules'],
    mail: value.mail ?? true,
    push: value.push ?? true,
    webhook: value.webhook ?? null,
  }
}

const setting = sharedSetting('alerts', settingsOf)

export const alertSettings = setting.get

export const channelsOf = ({ mail, push, webhook }: AlertSettings): AlertChannelsView => ({
  mail,
  push,
  webhook: webhook?.url ?? null,
  format: webhook?.format ?? 'standard',
})

/** Changes a part of the settings, with its entry in the audit log. The same again changes nothing. */
const change = (
  admin: Viewer,
  action: AuditAction,
  part: Partial<AlertSettings> | ((before: AlertSettings) => Partial<AlertSettings>),
  tell: (settings: AlertSettings) => AuditState,
): Promise<AlertSettings> =>
  transact(async (tx) => {
    const before = await setting.load(tx)
    const after = { ...before, ...(typeof part === 'function' ? part(before) : part) }
    if (JSON.stringify(before) === JSON.stringify(after)) return before
    await recordAdminAction(tx, { admin, action, before: tell(before), after: tell(after) })
    const written = await setting.write(tx, { ...after })
    // After the event by which all processes read the settings again.
    tx.emit('alerts:changed', { at: clock.date().toISOString() })
    return written
  })

/** Switches a rule, or changes its threshold. Throws 400 for one above the rule's highest. */
export async function changeRule(admin: Viewer, rule: AlertRule, input: AlertRuleInput): Promise<void> {
  if (input.threshold > ALERT_WORDS[rule].most) throw badRequest(ALERT_MESSAGES.threshold)
  await change(
    admin,
    'alert.rule',
    ({ rules }) => ({ rules: { ...rules, [rule]: input } }),
    ({ rules }) => ({ rule, ...rules[rule] }),
  )
}

export async function changeChannels(admin: Viewer, channels: AlertChannelsInput): Promise<void> {
  await change(admin, 'alert.channels', channels, ({ mail, push }) => ({
    mail,
    push,
  }))
}

/** Where the secret belongs to: another address needs another one. */
const aboutOf = (url: string): string => `alert-webhook ${url}`

/** Sets the address that alerts are posted to, with a new secret; null removes both. */
export async function changeWebhook(
  admin: Viewer,
  { url, format }: { url: string | null; format: AlertFormat },
): Promise<WebhookView> {
  // As Standard Webhooks wants it.
  const secret = url === null ? null : `whsec_${randomBytes(32).toString('base64')}`
  const webhook =
    url === null || secret === null
      ? null
      : { url, format, sealedSecret: seal('alert-webhooks', secret, aboutOf(url)) }
  // The audit log is kept for ever, and an address may have a token in its path: its host says enough.
  await change(admin, 'alert.channels', { webhook }, ({ webhook: one }) => ({
    webhook: one && new URL(one.url).host,
    format: one && (one.format ?? 'standard'),
  }))
  return { url, secret }
}

/** Where alerts are posted. */
export interface Target {
  url: string
  secret: string
  format: AlertFormat
}

/** The address and its secret; null without one. Throws when the secret cannot be decrypted. */
export async function webhookToSend(): Promise<Target | null> {
  const { webhook } = await setting.load()
  if (!webhook) return null
  const secret = unseal('alert-webhooks', webhook.sealedSecret, aboutOf(webhook.url))
  if (secret === null) throw new Error('The secret of the webhook cannot be decrypted: set its address again')
  return { url: webhook.url, secret, format: webhook.format ?? 'standard' }
}

/** Encrypts the secret of the webhook with the newest key. */
export const resealWebhook = (): Promise<Resealed> =>
  transact(async (tx) => {
    const settings = await setting.load(tx)
    const { webhook } = settings
    if (!webhook) return { seen: 0, changed: 0, lost: 0 }
    const sealedSecret = reseal('alert-webhooks', webhook.sealedSecret, aboutOf(webhook.url))
    if (sealedSecret !== null && sealedSecret !== webhook.sealedSecret)
      await setting.write(tx, { ...settings, webhook: { ...webhook, sealedSecret } })
    return resealed(webhook.sealedSecret, sealedSecret)
  })
