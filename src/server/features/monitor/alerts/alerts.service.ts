import { trusted } from 'mongoose'
import type { AlertRuleView, AlertsView, AlertView } from '#contract/monitor.alerts.ts'
import { ALERT_HISTORY, ALERT_RULES, type SILENCE_HOURS } from '#contract/monitor.alerts.constants.ts'
import type { ActorView } from '#contract/people.ts'
import { loadActors } from '#server/features/people/users/people.service.ts'
import { recordAdminAction } from '#server/shared/audit/audit-log.ts'
import type { Erase } from '#server/platform/erasure.ts'
import { notFound } from '#server/platform/errors.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { HOUR } from '#server/platform/durations.ts'
import { AlertModel, AlertRuleModel, type AlertDocument, type AlertRuleDocument } from './alerts.model.ts'
import { alertSettings, channelsOf, type AlertSettings } from './alert-settings.ts'

/** With the rules, so that the index of open alerts serves. */
const OPEN = { rule: trusted({ $in: [...ALERT_RULES] }), open: true } as const

/** The indexed reads of the lists; exported for their explain test. */
export const openAlerts = () => AlertModel.find(OPEN).lean<AlertDocument[]>()
export const newestAlerts = () =>
  AlertModel.find().sort({ openedAt: -1 }).limit(ALERT_HISTORY.listed).lean<AlertDocument[]>()

/** Open alerts, those of the last 30 days, rules and channels. */
export async function alertsView(): Promise<AlertsView> {
  const updatedAt = clock.date()
  const [open, newest, rules, settings] = await Promise.all([
    openAlerts(),
    newestAlerts(),
    AlertRuleModel.find().lean<AlertRuleDocument[]>(),
    alertSettings(),
  ])
  // One that was resolved between the two reads is in both, or in none of the last days.
  const isListed = new Set(open.map(({ _id }) => _id.toHexString()))
  const alerts = [
    ...open.toSorted((a, b) => b.openedAt.getTime() - a.openedAt.getTime()),
    ...newest.filter(({ _id, open: isOpen }) => !isOpen && !isListed.has(_id.toHexString())),
  ]
  const actors = await loadActors(alerts.flatMap(({ acknowledgedBy }) => acknowledgedBy?.toHexString() ?? []))
  return {
    alerts: alerts.map((alert) => present(alert, actors)),
    rules: ALERT_RULES.map((rule) =>
      presentRule(
        rule,
        rules.find(({ _id }) => _id === rule),
        settings,
      ),
    ),
    channels: channelsOf(settings),
    updatedAt: updatedAt.toISOString(),
  }
}

const present = (alert: AlertDocument, actors: ReadonlyMap<string, ActorView>): AlertView => ({
  id: alert._id.toHexString(),
  rule: alert.rule,
  openedAt: alert.openedAt.toISOString(),
  value: alert.value,
  peak: alert.peak,
  threshold: alert.threshold,
  detail: alert.detail,
  reporter: alert.reporter ?? '',
  acknowledgedAt: alert.acknowledgedAt?.toISOString() ?? null,
  acknowledgedBy: (alert.acknowledgedBy && actors.get(alert.acknowledgedBy.toHexString())) ?? null,
  resolvedAt: alert.resolvedAt?.toISOString() ?? null,
  resolvedHow: alert.resolvedHow ?? null,
  rev: alert.rev,
})

const presentRule = (
  rule: AlertRuleView['rule'],
  state: AlertRuleDocument | undefined,
  { rules }: AlertSettings,
): AlertRuleView => ({
  rule,
  ...rules[rule],
  value: rules[rule].on ? (state?.value ?? null) : null,
  silencedUntil:
    state?.silencedUntil && state.silencedUntil.getTime() > clock.now()
      ? state.silencedUntil.toISOString()
      : null,
})

/** Notes who looks after an open alert; the first one stays. Throws 404. */
export async function acknowledge(admin: Viewer, id: string): Promise<AlertsView> {
  await transact(async (tx) => {
    const alert = await AlertModel.findOneAndUpdate(
      { _id: id, open: true, acknowledgedAt: null },
      { $set: { acknowledgedAt: clock.date(), acknowledgedBy: admin.id }, $inc: { rev: 1 } },
      { session: tx.session, returnDocument: 'after' },
    ).lean<AlertDocument>()
    if (!alert) {
      if (!(await AlertModel.exists({ _id: id }).session(tx.session))) throw notFound()
      return
    }
    await recordAdminAction(tx, { admin, action: 'alert.acknowledge', after: { rule: alert.rule } })
    tx.emit('alerts:changed', { at: clock.date().toISOString() })
  })
  return alertsView()
}

/**
 * Sends no messages about the rule of this alert for some hours, not even when it opens again; null ends that. An
 * alert that opened meanwhile and is still open then is reported. Throws 404.
 */
export async function silence(
  admin: Viewer,
  id: string,
  hours: (typeof SILENCE_HOURS)[number] | null,
): Promise<AlertsView> {
  await transact(async (tx) => {
    const alert = await AlertModel.findById(id).session(tx.session).lean<AlertDocument>()
    if (!alert) throw notFound()
    const change =
      hours === null
        ? { $unset: { silencedUntil: 1 } }
        : { $set: { silencedUntil: new Date(clock.now() + hours * HOUR) } }
    // A round that has read the rule before does not count any more.
    const update = { ...change, $inc: { rev: 1 } }
    await AlertRuleModel.updateOne({ _id: alert.rule }, update, { session: tx.session, upsert: true })
    await recordAdminAction(tx, { admin, action: 'alert.silence', after: { rule: alert.rule, hours } })
    tx.emit('alerts:changed', { at: clock.date().toISOString() })
  })
  return alertsView()
}

/** The number of open alerts. */
export const countOpenAlerts = (): Promise<number> => AlertModel.countDocuments(OPEN)

/** Forgets that a person acknowledged alerts; the audit log has a pseudonym. */
export const eraseAcknowledgements: Erase = async ({ id }) => {
  await AlertModel.updateMany({ acknowledgedBy: id }, { $unset: { acknowledgedBy: 1 }, $inc: { rev: 1 } })
}
