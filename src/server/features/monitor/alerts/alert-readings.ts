import { trusted } from 'mongoose'
import type { AlertRule } from '#contract/monitor.alerts.constants.ts'
import { countReportsSince } from '#server/features/moderation/reports/reports.admin.ts'
import { ErrorGroupModel } from '#server/features/monitor/error-groups.model.ts'
import { latestChecks } from '#server/features/monitor/repairs.ts'
import { livingPipes } from '#server/features/monitor/wall/pipes.service.ts'
import { countAccounts } from '#server/features/people/users/accounts.service.ts'
import { oldestDue } from '#server/platform/jobs/job-figures.ts'
import { AlertRuleModel, type AlertRuleDocument } from './alerts.model.ts'
import type { Reading } from './alert-steps.ts'

const MINUTE = 60_000
/** For how long a crash counts. */
const CRASH_MS = 10 * MINUTE
/** What spikes are counted in, and compared with. */
const SPIKE_MS = 15 * MINUTE
const USUAL_MS = 24 * 60 * MINUTE
/** With fewer measurements one slow phone would decide. */
const MIN_DELIVERIES = 20

/** The figure of each rule now; null while it cannot be measured. */
const READ: Record<AlertRule, (now: number) => Promise<Reading | null>> = {
  crash: async (now) => {
    const rule = await AlertRuleModel.findById('crash').lean<AlertRuleDocument>()
    const recent = (rule?.crashes ?? []).filter(({ at }) => now - at.getTime() < CRASH_MS)
    return { value: recent.length, detail: recent.at(-1)?.words ?? '' }
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

async function spike(now: number, count: (since: Date) => Promise<number>): Promise<Reading> {
  const [value, all] = await Promise.all([
    count(new Date(now - SPIKE_MS)),
    count(new Date(now - SPIKE_MS - USUAL_MS)),
  ])
  return { value, usual: ((all - value) * SPIKE_MS) / USUAL_MS, detail: '' }
}

export const readRule = (rule: AlertRule, now: number): Promise<Reading | null> => READ[rule](now)
