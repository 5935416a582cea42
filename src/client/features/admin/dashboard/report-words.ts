import { REPORT_REASONS, type ReportReason } from '#contract/moderation.constants.ts'
import type { AdminReportView } from '#contract/moderation.ts'

const LABELS = new Map<string, string>(REPORT_REASONS.map(({ reason, label }) => [reason, label]))

export const reasonWords = (reason: ReportReason): string => LABELS.get(reason) ?? reason

const HOUR = 3600_000

/** The time left of the promised 24 hours; `late` when it is over. */
export function dueWords(
  {
    status,
    createdAt,
    dueAt,
    closedAt,
  }: Pick<AdminReportView, 'status' | 'createdAt' | 'dueAt' | 'closedAt'>,
  now: number,
): { words: string; late: boolean } {
  const end = closedAt ? Date.parse(closedAt) : now
  const left = Date.parse(dueAt) - end
  if (status !== 'pending' && closedAt)
    return { words: `closed after ${hours(end - Date.parse(createdAt))}`, late: left < 0 }
  return left < 0
    ? { words: `${hours(-left)} too late`, late: true }
    : { words: `${timeLeft(left)} left of 24h`, late: false }
}

/** Full hours and minutes: what is shown is there, however little has gone. */
function timeLeft(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'under 1m'
  const [full, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [full && `${full}h`, rest && `${rest}m`].filter(Boolean).join(' ')
}

const hours = (ms: number): string =>
  ms < HOUR ? `${Math.max(1, Math.round(ms / 60_000))}m` : `${Math.round(ms / HOUR)}h`

/** '@handle', for labels and sentences. */
export const whoWords = (person: { handle: string } | null): string =>
  person ? `@${person.handle}` : 'a deleted account'

/** The beginning of a text, for spoken labels that are the same otherwise. */
export const beginning = (text: string): string => text.slice(0, 40)
