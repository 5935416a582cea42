import { useMemo } from 'react'
import type { RealtimeAnalyticsView } from '#contract/analytics.ts'
import { Card } from '#client/ui/Card.tsx'
import { LOCALE } from '#client/ui/locale.ts'
import { Chart } from './Chart.tsx'

const clock = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)
const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

/**
 * Page views of the last half hour by the minute, and of today against yesterday by the hour; both move as
 * people browse.
 */
export const TrafficCharts = ({ minutes, hours }: Pick<RealtimeAnalyticsView, 'minutes' | 'hours'>) => {
  const from = Date.parse(minutes.from)
  const times = useMemo(
    () => minutes.views.map((_, at) => clock.format(from + at * 60_000)),
    [from, minutes.views],
  )
  const views = useMemo(() => [{ name: 'Page views', values: minutes.views }], [minutes.views])
  const days = useMemo(
    () => [
      { name: 'Today', values: hours.today, growing: 'This hour so far' },
      { name: 'Yesterday', values: hours.yesterday },
    ],
    [hours],
  )
  return (
    <div className="grid gap-3 *:min-w-0 xl:grid-cols-2">
      <Card title="Last 30 minutes">
        <p className="pb-2 text-sm text-pretty text-ink-soft">
          Page views by the minute, of people who agreed to be counted.
        </p>
        <Chart
          kind="bars"
          label={`Page views of the last 30 minutes: ${sum(minutes.views)}`}
          labels={times}
          series={views}
        />
      </Card>
      <Card title="Today against yesterday">
        <p className="pb-2 text-sm text-pretty text-ink-soft">
          Page views by the hour; days begin at midnight UTC.
        </p>
        <Chart
          kind="lines"
          label={`Page views today: ${sum(hours.today)}; yesterday: ${sum(hours.yesterday)}`}
          labels={HOURS}
          series={days}
        />
      </Card>
    </div>
  )
}
