import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { TITLES } from '#contract/site.page-titles.ts'
import { REPORT_MESSAGES } from '#contract/analytics.report.constants.ts'
import { AnalyticsSkeleton } from '#client/features/analytics/AnalyticsSkeleton.tsx'
import { fetchSharedReport } from '#client/features/analytics/data/report.actions.ts'
import { ApiError } from '#client/live/http.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { longDate } from '#client/ui/locale.ts'
import { usePageTitle } from '#client/ui/page-title.ts'
import { AnalyticsReport } from './report/Report.tsx'
import { factName, filtersOf, rangeWords } from './report/report-query.ts'

/** Seen by people who look at it for long. */
const REFRESH_MS = 60_000

/** /shared-figures?link={secret}: the figures of one range, read-only, for whoever has the link. */
export const SharedFiguresPage = () => {
  usePageTitle(TITLES['/shared-figures'])
  const link = useSearchParams()[0].get('link') ?? ''
  const shared = useQuery({
    queryKey: ['/api/analytics/shared', link],
    refetchInterval: REFRESH_MS,
    retry: false,
    queryFn: ({ signal }) => fetchSharedReport(link, signal),
  })
  return (
    <div className="grid gap-4 p-4 *:min-w-0">
      {shared.isPending && <AnalyticsSkeleton />}
      {shared.isError &&
        (shared.error instanceof ApiError && shared.error.status === 404 ? (
          <EmptyState as="h1" mascot="guard" title="These figures are closed">
            {REPORT_MESSAGES.link}
          </EmptyState>
        ) : (
          <ErrorState as="h1" title="Failed to load analytics data" query={shared} />
        ))}
      {shared.data && !shared.isError && (
        <>
          <header>
            <h1 className="written text-2xl" tabIndex={-1} dir="auto">
              {shared.data.name}
            </h1>
            <p className="pt-1 text-sm text-ink-soft">
              {[
                rangeWords(shared.data.query),
                ...filtersOf(shared.data.query).map(({ name, value }) => `${name}: ${factName(name, value)}`),
              ].join(', ')}
              . This link ends on {longDate(Date.parse(shared.data.expiresAt))}.
            </p>
          </header>
          <AnalyticsReport report={shared.data.report} query={shared.data.query} />
        </>
      )}
    </div>
  )
}
