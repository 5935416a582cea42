import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Share2, X } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { RealtimeAnalyticsView } from '#contract/analytics.ts'
import type { ReportQuery } from '#contract/analytics.report.ts'
import { fetchReport, reportFileAddress } from '#client/features/analytics/data/report.actions.ts'
import { AnalyticsSkeleton } from '#client/features/analytics/AnalyticsSkeleton.tsx'
import { Button } from '#client/ui/Button.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { FileLink } from './FileLink.tsx'
import { RangePicker } from './RangePicker.tsx'
import { AnalyticsReport } from './Report.tsx'
import { useRefetchAfterPush } from './useRefetchAfterPush.ts'
import { factName, filtersOf, queryOf, rangeWords, searchOf, toggled } from './report-query.ts'

/** A range of minutes or hours is fetched again at most so often, one of days as often as the other, ms. */
const REFRESH_MS = { minute: 5_000, hour: 5_000, day: 60_000 } as const

const access = lazyComponent<{ query: ReportQuery; onClose: () => void }>(
  async () => (await import('./AccessDialog.tsx')).AccessDialog,
)

interface TrafficReportProps {
  /** The live figures: whenever they change, the report does. */
  live: RealtimeAnalyticsView | null
}

/** The report of the range and the filters in the page's address. */
export const TrafficReport = ({ live }: TrafficReportProps) => {
  const [params, setParams] = useSearchParams()
  const query = queryOf(params)
  const show = (next: ReportQuery) => setParams(searchOf(next), { preventScrollReset: true })
  const report = useReport(query, live)
  const [isSharing, setSharing] = useState(false)
  const Access = useLazy(access, isSharing, () => setSharing(false))
  return (
    <section aria-labelledby="report-title" className="grid gap-3 *:min-w-0">
      <div className="flex flex-wrap items-center gap-2 pt-2">
        <h2 id="report-title" className="me-auto font-display text-xl max-sm:basis-full">
          {rangeWords(query)}
        </h2>
        <FileLink href={reportFileAddress(searchOf(query))} />
        <Button size="sm" icon={<Share2 />} onClick={() => setSharing(true)}>
          Share
        </Button>
      </div>
      <RangePicker query={query} onChange={show} />
      <Filters query={query} onChange={show} />
      {report.isPending && (
        // As high as the window: what is below is not on the screen when the report pushes it down.
        <div className="min-h-dvh">
          <AnalyticsSkeleton />
        </div>
      )}
      {report.isError && !report.data && <ErrorState title="Failed to load analytics data" query={report} />}
      {report.data && (
        <div
          aria-busy={report.isPlaceholderData}
          className={report.isPlaceholderData ? 'opacity-60' : undefined}
        >
          <AnalyticsReport
            report={report.data}
            query={query}
            onFilter={(dimension, value) => show(toggled(query, dimension, value))}
          />
        </div>
      )}
      {isSharing && Access && <Access query={query} onClose={() => setSharing(false)} />}
    </section>
  )
}

function useReport(query: ReportQuery, live: RealtimeAnalyticsView | null) {
  const report = useQuery({
    queryKey: ['/api/analytics/report', query],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchReport(query, signal),
  })
  useRefetchAfterPush(report, live, REFRESH_MS[report.data?.span ?? 'day'])
  return report
}

const Filters = ({ query, onChange }: { query: ReportQuery; onChange: (query: ReportQuery) => void }) => {
  const filters = filtersOf(query)
  if (filters.length === 0) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2">
      {filters.map(({ name, value }) => (
        <li key={name} className="min-w-0">
          <Button
            size="sm"
            className="max-w-full"
            aria-label={`Remove the filter: ${name} ${factName(name, value)}`}
            icon={<X />}
            onClick={() => onChange(toggled(query, name, value))}
          >
            <span className="one-line inline-block first-letter:uppercase">
              {name}: {factName(name, value)}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
