import { clock } from '#server/platform/clock.ts'
import { DAY } from '#server/platform/durations.ts'
import { PageMinuteModel } from './analytics.model.ts'

export interface DayOfViews {
  /** For instance '2026-11-21', in UTC. */
  day: string
  views: number
}

/**
 * Page views of each of the last days, newest first; days without any are missing. One range of the minutes'
 * index.
 */
export const dailyViews = (days: number, now = clock.now()): Promise<DayOfViews[]> =>
  PageMinuteModel.aggregate<DayOfViews>([
    { $match: { minute: { $gt: new Date(now - days * DAY) } } },
    {
      $group: { _id: { $dateToString: { date: '$minute', format: '%Y-%m-%d' } }, views: { $sum: '$views' } },
    },
    { $sort: { _id: -1 } },
    { $project: { _id: 0, day: '$_id', views: 1 } },
  ])
