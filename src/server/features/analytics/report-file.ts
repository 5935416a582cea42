import type { FigureView, ReportQuery, ReportView } from '#contract/analytics.report.ts'
import { exportedRows, type ExportedRow } from '#server/platform/http/exported-rows.ts'
import { dated, download } from '#server/platform/http/download.ts'
import type { Answer } from '#server/platform/http/answer.ts'
import { STEPS } from './report-periods.ts'
import { report } from './report.service.ts'

const COLUMNS = ['list', 'name', 'views', 'visits', 'visitors', 'events', 'before', 'change']

/** A report as CSV: one line for each figure, each row of a list, and each minute, hour or day. */
export async function reportFile(query: ReportQuery): Promise<Answer> {
  const shown = await report(query)
  return download({
    name: dated(`royal-flush-analytics-${query.range}`, 'csv'),
    type: 'text/csv; charset=utf-8',
    open: () => exportedRows(rows(shown), COLUMNS, 'csv'),
  })
}

// oxlint-disable-next-line require-await -- rows that are there already, as the stream that a file is made of
async function* rows(shown: ReportView): AsyncGenerator<ExportedRow> {
  const { span, from, series, views, visits, visitors, events } = shown
  const figure = (column: string, { total, before, change }: FigureView) => ({
    list: 'total',
    name: column,
    [column]: total,
    before,
    change,
  })
  yield figure('views', views)
  yield figure('visits', visits)
  if (visitors) yield figure('visitors', visitors)
  yield figure('events', events)
  for (const [at, count] of series.views.entries())
    yield {
      list: span,
      name: new Date(Date.parse(from) + at * STEPS[span]).toISOString(),
      views: count,
      before: series.before[at] ?? 0,
    }
  for (const row of shown.pages) yield { list: 'page', name: row.page, views: row.views }
  for (const row of shown.countries) yield { list: 'country', name: row.country, views: row.views }
  for (const row of shown.devices) yield { list: 'device', name: row.device, views: row.views }
  for (const { source, ...sums } of shown.sources) yield { list: 'source', name: source, ...sums }
  for (const { category, label, total, before, change } of shown.eventList)
    yield { list: 'event', name: `${category}: ${label}`, events: total, before, change }
}
