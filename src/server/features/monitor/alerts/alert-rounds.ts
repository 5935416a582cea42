import { trusted } from 'mongoose'
import { ALERT_RULES, type AlertRule } from '#contract/monitor.alerts.constants.ts'
import { bus } from '#server/platform/bus.ts'
import { isDuplicateKey } from '#server/platform/errors.ts'
import { definePeriodic } from '#server/platform/jobs/job-kinds.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { sweep } from '#server/platform/sweep.ts'
import { clock } from '#server/platform/clock.ts'
import { processName } from '#server/platform/process-id.ts'
import { VERSION } from '#server/platform/version.ts'
import { PipeModel, type PipeDocument } from '#server/features/monitor/server-map/pipes.model.ts'
import { nameOfPipe } from '#server/features/monitor/server-map/pipes.service.ts'
import type { AlertMessage } from './alert-words.ts'
import { AlertModel, AlertRuleModel, type AlertDocument, type AlertRuleDocument } from './alerts.model.ts'
import { sendMessages } from './alert-messages.ts'
import { measureRule } from './alert-readings.ts'
import { alertSettings, type AlertSettings } from './alert-settings.ts'
import { step, type Reading } from './alert-steps.ts'

const ROUND_MS = 30_000
/** Crashes that are remembered, the newest (LIVE L17). */
const KEPT_CRASHES = 20
/** Between two messages about an alert that stays open, ms. */
const PAUSE_MS = 5 * 60_000
const REPORTER = `${processName()}, version ${VERSION}`

const rounds = definePeriodic({
  kind: 'alerts',
  does: 'Judges every rule of the alerts.',
  everyMs: ROUND_MS,
  run: ({ signal }) => judgeRules(clock.now(), measureRule, signal),
})

/**
 * One round: reads each rule's figure, and opens or resolves its alert. A rule whose figure cannot be read does
 * not keep the others from being judged.
 */
export async function judgeRules(
  now: number,
  read: (rule: AlertRule, now: number) => Promise<Reading | null> = measureRule,
  signal?: AbortSignal,
): Promise<void> {
  const settings = await alertSettings()
  await sweep(ALERT_RULES, (rule) => judge(rule, settings, now, read), signal)
}

async function judge(
  rule: AlertRule,
  settings: AlertSettings,
  now: number,
  read: (rule: AlertRule, now: number) => Promise<Reading | null>,
): Promise<void> {
  const { on, threshold } = settings.rules[rule]
  const reading = on ? await read(rule, now) : null
  const before = (await AlertRuleModel.findById(rule).lean<AlertRuleDocument>()) ?? FRESH
  const alert = await AlertModel.findOne({ rule, open: true }).lean<AlertDocument>()
  const state = { open: alert !== null, high: before.high, calm: before.calm }
  const after = !on
    ? { open: false, high: 0, calm: 0 }
    : reading
      ? step(state, rule, threshold, reading)
      : state
  const next = { high: after.high, calm: after.calm, value: reading?.value ?? null }
  const isSilent = before.silencedUntil !== undefined && before.silencedUntil.getTime() > now
  const repeats = settings.webhook?.format === 'alertmanager'
  const change = alertChange(alert, after.open, { reading, threshold, isSilent, on, now, repeats })
  if (!change && (['high', 'calm', 'value'] as const).every((field) => next[field] === before[field])) return
  try {
    await transact(async (tx) => {
      if (!(await writeRule(tx, rule, before, next))) return
      if (change) await writeAlert(tx, { rule, alert, change, settings })
      tx.emit('alerts:changed', { at: clock.date().toISOString() })
    })
  } catch (error) {
    // Another process was faster with the same round: its lease had ended, or this one's.
    if (!isDuplicateKey(error)) throw error
  }
}

type StoredState = Pick<AlertRuleDocument, 'high' | 'calm' | 'value' | 'rev' | 'silencedUntil'>
const FRESH: StoredState = { high: 0, calm: 0, value: null, rev: 0 }

/** What happens to the alert of a rule, and which message is sent about it. */
interface AlertChange {
  set: Partial<AlertDocument>
  tells: AlertMessage['what'] | null
}

function alertChange(
  alert: AlertDocument | null,
  isOpen: boolean,
  given: {
    reading: Reading | null
    threshold: number
    isSilent: boolean
    on: boolean
    now: number
    /** The webhook's receiver forgets an alert that is not sent again. */
    repeats: boolean
  },
): AlertChange | null {
  const { reading, threshold, isSilent, on, now, repeats } = given
  if (!alert) {
    if (!isOpen || !reading) return null
    const { value, detail } = reading
    const opened = { openedAt: new Date(now), value, peak: value, threshold, detail, told: !isSilent }
    return { set: { ...opened, reporter: REPORTER }, tells: isSilent ? null : 'opened' }
  }
  if (!isOpen) {
    const how = on ? ('calm' as const) : ('off' as const)
    return {
      set: { resolvedAt: new Date(now), resolvedHow: how, ...(reading && { value: reading.value }) },
      // Whoever got no message of its opening gets none of its end; nor does whoever has just switched it off.
      tells: alert.told && on && !isSilent ? 'resolved' : null,
    }
  }
  const tells = isSilent ? null : messageAbout(alert, reading, now, repeats)
  const { value, detail } = reading ?? alert
  if (!tells && value === alert.value && (detail === '' || detail === alert.detail)) return null
  return {
    set: {
      value,
      peak: Math.max(alert.peak, value),
      detail: detail || alert.detail,
      told: alert.told || tells === 'opened',
      ...(tells === 'again' && { toldAgainAt: new Date(now) }),
      ...(tells === 'repeated' && { repeatedAt: new Date(now) }),
    },
    tells,
  }
}

/** What is due about an alert that is open. */
function messageAbout(
  { told, openedAt, toldAgainAt, repeatedAt }: AlertDocument,
  reading: Reading | null,
  now: number,
  repeats: boolean,
): AlertMessage['what'] | null {
  if (!told) return 'opened'
  const lastSentAt = (toldAgainAt ?? openedAt).getTime()
  if (reading?.newest && reading.newest.getTime() > lastSentAt && now - lastSentAt >= PAUSE_MS) return 'again'
  return repeats && now - (repeatedAt ?? openedAt).getTime() >= PAUSE_MS ? 'repeated' : null
}

/** False when another round was faster. */
async function writeRule(
  { session }: Transaction,
  rule: AlertRule,
  { rev }: Pick<AlertRuleDocument, 'rev'>,
  next: Pick<AlertRuleDocument, 'high' | 'calm' | 'value'>,
): Promise<boolean> {
  const { matchedCount, upsertedCount } = await AlertRuleModel.updateOne(
    { _id: rule, rev },
    { $set: next, $inc: { rev: 1 } },
    { session, upsert: rev === 0 },
  )
  return matchedCount + upsertedCount > 0
}

async function writeAlert(
  tx: Transaction,
  given: { rule: AlertRule; alert: AlertDocument | null; change: AlertChange; settings: AlertSettings },
): Promise<void> {
  const { rule, alert, change, settings } = given
  const id = alert?._id ?? clock.id()
  if (alert)
    await AlertModel.updateOne(
      { _id: id, open: true },
      { $set: change.set, $inc: { rev: 1 }, ...(change.set.resolvedAt && { $unset: { open: 1 } }) },
      { session: tx.session },
    )
  else await AlertModel.create([{ _id: id, rule, open: true, ...change.set }], { session: tx.session })
  const peak = change.set.peak ?? alert?.peak ?? 0
  const at = change.set.toldAgainAt ?? change.set.repeatedAt
  if (change.tells)
    await sendMessages(
      tx,
      settings,
      { _id: id, rule, peak },
      { what: change.tells, ...(at && { at: at.toISOString() }) },
    )
}

/** Remembers a crash, once for each process, and has the rules judged at once. */
export async function recordCrash(process: string, words: string, known?: string): Promise<void> {
  const pipe = known ? null : await PipeModel.findById(process).lean<PipeDocument>()
  const name = known ?? (pipe && nameOfPipe(pipe))
  const noted = await AlertRuleModel.updateOne(
    { _id: 'crash', 'crashes.process': process },
    { $set: { 'crashes.$.words': words } },
  )
  if (noted.matchedCount === 0) {
    const crash = { process, ...(name && { name }), words, at: clock.date() }
    const add = () =>
      AlertRuleModel.updateOne(
        { _id: 'crash', 'crashes.process': trusted({ $ne: process }) },
        { $push: { crashes: { $each: [crash], $slice: -KEPT_CRASHES } } },
        { upsert: true },
      )
    // The rule was made, or the crash was noted, by another process at the same moment: tried once more, the
    // first way or not at all.
    await add().catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
      return add().catch((again: unknown) => {
        if (!isDuplicateKey(again)) throw again
      })
    })
  }
  await rounds.runSoon()
}

/** A process that died is judged at once, so that an admin is notified soon. */
export const watchForCrashes = (): (() => void) =>
  bus.onLocal('process:died', ({ process, words, name }) => recordCrash(process, words, name))
