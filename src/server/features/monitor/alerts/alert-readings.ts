import { trusted } from 'mongoose'
import type { AlertRule } from '#contract/monitor.alerts.constants.ts'
import { countReportsSince } from '#server/features/moderation/reports/reports-admin.ts'
import { ErrorGroupModel } from '#server/features/monitor/error-groups.model.ts'
import { latestChecks } from '#server/features/monitor/repairs.ts'
import type { Surroundings } from '#server/features/monitor/server-map/pipes.model.ts'
import { livingPipes, nameOfPipe } from '#server/features/monitor/server-map/pipes.service.ts'
import { countAccounts, firstAccountAt } from '#server/features/people/users/accounts.service.ts'
import type { ConditionName } from '#server/platform/conditions.ts'
import { config } from '#server/platform/config.ts'
import { deadJobs } from '#server/platform/jobs/dead-jobs.ts'
import { loadSetting } from '#server/shared/site-settings/site-settings.store.ts'
import { oldestDue } from '#server/platform/jobs/job-figures.ts'
import { DAY, MINUTE } from '#server/platform/durations.ts'
import { AlertRuleModel, type AlertRuleDocument } from './alerts.model.ts'
import type { Reading } from './alert-steps.ts'

/** For how long a crash counts. */
const CRASH_MS = 10 * MINUTE
/** What spikes are counted in, and compared with. */
const SPIKE_MS = 15 * MINUTE
const USUAL_MS = 24 * 60 * MINUTE
/** With fewer measurements one slow phone would decide. */
const MIN_DELIVERIES = 20
/** Processes that a detail names. */
const NAMED = 5

/** The figure of each rule now; null while it cannot be measured. */
const READ: Record<AlertRule, (now: number) => Promise<Reading | null>> = {
  crash: async (now) => {
    const rule = await AlertRuleModel.findById('crash').lean<AlertRuleDocument>()
    const recent = (rule?.crashes ?? []).filter(({ at }) => now - at.getTime() < CRASH_MS)
    const newest = recent.at(-1)
    if (!newest) return { value: 0, detail: '' }
    const { name, words, at } = newest
    return { value: recent.length, detail: name ? `${name}: ${words}` : words, newest: at }
  },
  // This process's own checks, which run every few minutes. The built page is no part of a running site.
  health: async () => {
    const checks = latestChecks().filter(({ repair }) => repair !== 'page')
    const failed = checks.filter(({ outcome }) => outcome === 'failed')
    return checks.length === 0
      ? null
      : { value: failed.length, detail: failed.map(({ repair, detail }) => `${repair}: ${detail}`).join(' ') }
  },
  // Crashes have a rule of their own.
  errors: async () => {
    const critical = await ErrorGroupModel.find(
      { resolved: false, severity: 'CRITICAL', test: false, during: trusted({ $nin: ENDS }) },
      { message: 1 },
    ).lean<{ message: string }[]>()
    return { value: critical.length, detail: critical[0]?.message ?? '' }
  },
  redis: () => affected('redis', 'split'),
  bucket: async () => (config.S3_BUCKET ? affected('bucket') : null),
  disk: () => worst(({ disk }) => disk),
  clock: () => worst(({ clock }) => clock),
  backup: measureBackupAge,
  deadJobs: async () => {
    const { total, newest } = await deadJobs(1)
    return { value: total, detail: newest[0]?.kind ?? '' }
  },
  queue: async () => ({ value: Math.round(await oldestDue()), detail: '' }),
  delivery: async () => {
    const times = (await livingPipes()).flatMap(({ delivery }) =>
      delivery && delivery.count >= MIN_DELIVERIES ? [delivery.p95] : [],
    )
    return times.length === 0 ? null : { value: Math.round(Math.max(...times)), detail: '' }
  },
  signUps: (now) => spike(now, async (since) => (await countAccounts(since)).since),
  reports: (now) => spike(now, countReportsSince),
}

/** What an error group of an ended process says it was doing (`crash-reports.ts`). */
const ENDS = ['the process ended by it', 'the process was running']

/** How many processes say one of these of their surroundings, and which. */
async function affected(...conditions: ConditionName[]): Promise<Reading> {
  const pipes = (await livingPipes()).filter(({ surroundings }) =>
    conditions.some((one) => surroundings?.conditions.includes(one)),
  )
  return { value: pipes.length, detail: pipes.slice(0, NAMED).map(nameOfPipe).join('; ') }
}

/** The largest figure of a process, and which process that is; null where none has one. */
async function worst(figure: (surroundings: Surroundings) => number | null): Promise<Reading | null> {
  const figures = (await livingPipes()).flatMap((pipe) => {
    const value = pipe.surroundings ? figure(pipe.surroundings) : null
    return value === null ? [] : [{ value, detail: nameOfPipe(pipe) }]
  })
  return figures.toSorted((a, b) => b.value - a.value)[0] ?? null
}

/** A demo or a developer's house needs no backup. */
async function measureBackupAge(now: number): Promise<Reading | null> {
  const last = await loadSetting('backup')
  const at = last ? new Date(last.value['at'] as string) : null
  if (!at && config.NODE_ENV !== 'production') return null
  const since = at ?? (await firstAccountAt())
  const value = since ? Math.max(0, Math.floor((now - since.getTime()) / DAY)) : 0
  return { value, detail: at ? '' : 'No backup was ever made with npm run backup.' }
}

async function spike(now: number, count: (since: Date) => Promise<number>): Promise<Reading> {
  const [value, all] = await Promise.all([
    count(new Date(now - SPIKE_MS)),
    count(new Date(now - SPIKE_MS - USUAL_MS)),
  ])
  return { value, usual: ((all - value) * SPIKE_MS) / USUAL_MS, detail: '' }
}

export const measureRule = (rule: AlertRule, now: number): Promise<Reading | null> => READ[rule](now)
