import type { ReportQuery } from '#contract/analytics.report.ts'
import { DAY, HOUR, MINUTE } from '#server/platform/durations.ts'
import { beginOf } from './counters.ts'
import { WINDOW } from './analytics.present.ts'

/** A period in whole minutes, hours or days (UTC), epoch milliseconds. */
export interface Period {
  span: 'minute' | 'hour' | 'day'
  /** Length of a minute, hour or day, ms. */
  step: number
  from: number
  /** Excluded; in the future while its last minute, hour or day runs. */
  to: number
  /** How many of its minutes, hours or days have ended. */
  complete: number
}

/** Own dates of up to so many days are shown by the hour, while hours are kept. */
const DAYS_BY_HOUR = 2
const HOURS_SHOWN = 6 * DAY
const PRESETS = { '7d': 7, '30d': 30, '90d': 90 } as const

/** The period of a query. */
export function periodOf({ range, from, to }: ReportQuery, now: number): Period {
  const midnight = beginOf(DAY, now)
  switch (range) {
    case 'live':
      return period(
        'minute',
        beginOf(MINUTE, now) - (WINDOW - 1) * MINUTE,
        beginOf(MINUTE, now) + MINUTE,
        now,
      )
    case 'today':
      return period('hour', midnight, beginOf(HOUR, now) + HOUR, now)
    case 'own': {
      const [begin, end] = [Date.parse(from!), Date.parse(to!) + DAY]
      const byHour = end - begin <= DAYS_BY_HOUR * DAY && begin >= midnight - HOURS_SHOWN
      return byHour
        ? period('hour', begin, Math.min(end, beginOf(HOUR, now) + HOUR), now)
        : period('day', begin, end, now)
    }
    case '7d':
    case '30d':
    case '90d':
      return period('day', midnight - (PRESETS[range] - 1) * DAY, midnight + DAY, now)
  }
}

/** Lengths of the spans, ms. */
export const STEPS = { minute: MINUTE, hour: HOUR, day: DAY } as const

function period(span: Period['span'], from: number, to: number, now: number): Period {
  const step = STEPS[span]
  return { span, step, from, to, complete: Math.floor((Math.min(to, now) - from) / step) }
}

/** The period before: as long, and for hours the same hours of the days before. */
export function periodBefore({ from, to, ...rest }: Period): Period {
  const back = rest.span === 'hour' ? Math.ceil((to - from) / DAY) * DAY : to - from
  return { ...rest, from: from - back, to: to - back }
}
