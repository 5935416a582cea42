import { Eye, LogIn, MousePointerClick, Users } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import type { FigureView, ReportQuery, ReportView } from '#contract/analytics.report.ts'
import { Card } from '#client/ui/Card.tsx'
import { inFull } from '#client/ui/Num.tsx'
import { StatCard } from '#client/ui/StatCard.tsx'
import { Cell, EmptyRow, HeadCell, Table } from '#client/ui/Table.tsx'
import { mediumDate } from '#client/ui/locale.ts'
import { Chart } from '../Chart.tsx'
import { Definitions } from './Definitions.tsx'
import { FactList, type OnFilter } from './FactList.tsx'
import { BEFORE, changeWords, rangeWords, timesOf } from './report-query.ts'

interface ReportProps {
  report: ReportView
  query: ReportQuery
  /** Where rows can be clicked. */
  onFilter?: OnFilter
}

/** The figures of a range: sums with their change, a chart over time, and the lists. */
export const AnalyticsReport = ({ report, query, onFilter }: ReportProps) => {
  const { views, visits, visitors, events, pages, countries, devices, sources } = report
  const note = (figure: FigureView) => <Change figure={figure} than={BEFORE[query.range]} />
  const begun = query.page !== undefined
  return (
    <div className="grid gap-3 *:min-w-0">
      <div className="grid columns-min-9 gap-3">
        <StatCard icon={<Eye />} label="Views" value={views.total} note={note(views)} />
        <StatCard icon={<LogIn />} label="Visits" value={visits.total} note={note(visits)} />
        <StatCard
          icon={<Users />}
          label={begun ? 'Began their day here' : 'Visitors'}
          value={visitors ? visitors.total : 'By day only'}
          note={visitors ? note(visitors) : 'a visitor is counted once a day'}
        />
        <StatCard icon={<MousePointerClick />} label="Events" value={events.total} note={note(events)} />
      </div>
      <Limits report={report} />
      <OverTime report={report} query={query} />
      <div className="grid gap-3 *:min-w-0 md:grid-cols-2">
        <FactList
          title="Top Pages"
          dimension="page"
          rows={pages.map(({ page, views: count }) => ({ value: page, count }))}
          {...{ query, onFilter }}
        />
        <FactList
          title="Traffic Sources"
          note="Visits, by what led to them"
          dimension="source"
          rows={sources.map(({ source, visits: count }) => ({ value: source, count }))}
          {...{ query, onFilter }}
        />
        <FactList
          title="Countries"
          dimension="country"
          rows={countries.map(({ country, views: count }) => ({ value: country, count }))}
          {...{ query, onFilter }}
        />
        <FactList
          title="Devices"
          dimension="device"
          rows={devices.map(({ device, views: count }) => ({ value: device, count }))}
          {...{ query, onFilter }}
        />
      </div>
      <EventTable events={report.eventList} />
      <Definitions />
    </div>
  )
}

/** The change against the period before, or that there is nothing to compare with. */
const Change = ({ figure: { change }, than }: { figure: FigureView; than: string }) =>
  change === null ? (
    `nothing to compare with in ${than}`
  ) : (
    <>
      <span className="tabular font-semibold text-ink-soft">{changeWords(change)}</span> against {than}
    </>
  )

/** What the figures of this range do not know. */
const Limits = ({ report: { recordedSince, countedSince, before } }: { report: ReportView }) => {
  if (recordedSince)
    return (
      <Notice>
        Country, device, visitors and combinations of filters have been recorded since{' '}
        {mediumDate(Date.parse(recordedSince), 'UTC')}. Of the time before, the figures have only views by
        page, visits by source, and events.
      </Notice>
    )
  if (Date.parse(before) < Date.parse(countedSince))
    return (
      <Notice>
        Counted since {mediumDate(Date.parse(countedSince), 'UTC')}: the period before is not known in full,
        so there is no change to show.
      </Notice>
    )
  return null
}

const Notice = ({ children }: { children: ReactNode }) => (
  <p role="note" className="rounded-md bg-wash px-3 py-2 text-sm text-pretty text-ink-soft">
    {children}
  </p>
)

const RUNNING = { minute: 'This minute so far', hour: 'This hour so far', day: 'Today so far' } as const

const OverTime = ({ report, query }: Pick<ReportProps, 'report' | 'query'>) => {
  const { span, from, to, complete, series } = report
  const labels = useMemo(() => timesOf({ span, from, to }), [span, from, to])
  const isRunning = complete < labels.length
  // A line needs two points that are over.
  const kind = labels.length > 3 ? 'lines' : 'bars'
  const drawn = useMemo(
    () => [
      {
        name: rangeWords(query),
        values: series.views,
        growing: isRunning && kind === 'lines' ? RUNNING[span] : undefined,
      },
      ...(kind === 'lines'
        ? [
            {
              name: BEFORE[query.range].replace(/^./, (letter) => letter.toUpperCase()),
              values: series.before,
            },
          ]
        : []),
    ],
    [series, query, span, isRunning, kind],
  )
  return (
    <Card title={`Views by the ${span}`}>
      <Chart
        kind={kind}
        label={`Views, ${rangeWords(query)}: ${report.views.total}; ${BEFORE[query.range]}: ${report.views.before}`}
        labels={labels}
        series={drawn}
      />
    </Card>
  )
}

const EventTable = ({ events }: { events: ReportView['eventList'] }) => (
  <Card title="Events">
    <p className="pb-3 text-sm text-ink-soft">What people did, by category and label</p>
    <Table label="Events">
      <thead>
        <tr>
          <HeadCell>Category</HeadCell>
          <HeadCell>Label</HeadCell>
          <HeadCell numeric>Events</HeadCell>
          <HeadCell numeric>Change</HeadCell>
        </tr>
      </thead>
      <tbody>
        {events.length === 0 && <EmptyRow columns={4}>No data yet</EmptyRow>}
        {events.map(({ category, label, total, change }) => (
          <tr key={`${category}/${label}`}>
            <Cell>{category}</Cell>
            <Cell>{label}</Cell>
            <Cell numeric>{inFull(total)}</Cell>
            <Cell numeric>{change === null ? '\u{2013}' : changeWords(change)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  </Card>
)
