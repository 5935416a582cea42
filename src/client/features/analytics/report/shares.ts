import type { FunnelsView } from '#contract/analytics.funnels.ts'
import type { RetentionView } from '#contract/analytics.retention.ts'

/** '12.5 %', on one line. */
export const percent = (share: number): string => `${Math.round(share * 1000) / 10}\u{A0}%`

/** '12 %', on one line: for tables without room. */
export const wholePercent = (share: number): string => `${Math.round(share * 100)}\u{A0}%`

/**
 * For each week after the first one, the share of all cohorts together that came back in it. Without the running week,
 * which still grows; null where no cohort with people is old enough.
 */
export function averageShares(cohorts: RetentionView['cohorts']): (number | null)[] {
  const weeks = Math.max(0, ...cohorts.map(({ people }) => people.length - 1))
  return Array.from({ length: weeks }, (_, at) => {
    const over = cohorts.filter(({ people }) => people.length - 1 > at + 1)
    const whole = over.reduce((sum, { people }) => sum + (people[0] ?? 0), 0)
    return whole === 0 ? null : over.reduce((sum, { people }) => sum + (people[at + 1] ?? 0), 0) / whole
  })
}

/** For each step of a funnel its share of the first step, and of the step before; null without anybody. */
export const stepShares = ({
  reached,
}: Pick<FunnelsView['funnels'][number], 'reached'>): { ofAll: number | null; ofBefore: number | null }[] =>
  reached.map((count, at) => ({
    ofAll: reached[0] ? count / reached[0] : null,
    ofBefore: reached[at - 1] ? count / reached[at - 1]! : null,
  }))
