import type { FigureView, ReportQuery, ReportView } from '#contract/analytics.report.ts'
import { exportedRows, type ExportedRow } from '#server/platform/http/exported-rows.ts'
import { dated, download } from '#server/platform/http/download.ts'
import type { Answer } from '#server/platform/http/answer.ts'
import { STEPS } from './report-periods.ts'
import { funnels } from './funnels.service.ts'
import { report } from './report.service.ts'
import { retention } from './retention.service.ts'

const COLUMNS = ['list', 'name', 'views', 'visits', 'visitors', 'events', 'before', 'change']

/** A report as CSV: one line for each figure, each row of a list, and each minute, hour or day. */
export async function reportFile(query: ReportQuery): Promise<Answer> {
  const shown = await report(query)
  return fileOf(`royal-flush-analytics-${query.range}`, COLUMNS, rowsOfReport(shown))
}

/** The retention as CSV: one line for each week of new accounts and each week since. */
export async function retentionFile(): Promise<Answer> {
  const { cohorts } = await retention()
  return fileOf(
    'royal-flush-retention',
    ['cohort', 'weeks', 'people', 'share'],
    cohorts.flatMap(({ week, people }) =>
      people.map((count, weeks) => ({ cohort: week, weeks, people: count, share: share(count, people[0]) })),
    ),
  )
}

/** Funnels as CSV: one line for each step, with its share of the first step. */
export async function funnelsFile(query: ReportQuery): Promise<Answer> {
  const shown = await funnels(query)
  return fileOf(
    `royal-flush-funnels-${query.range}`,
    ['funnel', 'step', 'name', 'reached', 'share'],
    shown.funnels.flatMap(({ name, steps, reached }) =>
      steps.map((step, at) => ({
        funnel: name,
        step: at + 1,
        name: step.kind === 'page' ? step.path : step.event,
        reached: reached[at] ?? 0,
        share: share(reached[at] ?? 0, reached[0]),
      })),
    ),
  )
}

/** In per cent, with one decimal; null when there is nothing to have a share of. */
const share = (part: number, whole: number | undefined): number | null =>
  whole ? Math.round((part / whole) * 1000) / 10 : null

const fileOf = (name: string, columns: readonly string[], rows: Iterable<ExportedRow>): Answer =>
  download({
    name: dated(name, 'csv'),
    type: 'text/csv; charset=utf-8',
    open: () => exportedRows(inTurn(rows), columns, 'csv'),
  })

// oxlint-disable-next-line require-await -- rows that are there already, as the stream that a file is made of
async function* inTurn(rows: Iterable<ExportedRow>): AsyncGenerator<ExportedRow> {
  yield* rows
}

function* rowsOfReport(shown: ReportView): Generator<ExportedRow> {
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
