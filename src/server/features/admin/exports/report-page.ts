import type { AdminStatsView, SeoReport } from '#contract/admin.ts'
import type { RealtimeAnalyticsView } from '#contract/analytics.ts'
import { houseName } from '#server/shared/site-settings/house-name.ts'
import type { DayOfViews } from '#server/features/analytics/daily-views.ts'
import { escaped } from '#server/platform/markup.ts'

/** The data of the report. */
export interface ReportFigures {
  stats: AdminStatsView
  realtime: RealtimeAnalyticsView
  days: readonly DayOfViews[]
  seo: SeoReport
}

type Line = readonly [what: string, figure: string | number, means: string]

/** The figures as a page for printing, without external resources; each figure says what it counts. */
export const reportPage = ({ stats, realtime, days, seo }: ReportFigures): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`Analytics report - ${houseName()}`)}</title>
<style>${STYLE}</style></head><body><main>
<h1>${escaped(houseName())}: analytics report</h1>
<p>As of ${moment(stats.updatedAt)}. Days begin at midnight UTC. Page views and visitors are counted of people who have agreed to it, and of nobody else.</p>
${section('The house', table(house(stats)))}
${section('Here now', table(now(realtime)))}
${section(
  'Page views by day',
  list(days, ({ day, views }) => [day, views, '']),
)}
${section(
  'Top pages, last 30 minutes',
  list(realtime.topPages, ({ page, views }) => [page || 'Homepage', views, '']),
)}
${section(
  'Countries, last 15 minutes',
  list(realtime.topCountries, ({ country, users }) => [country, users, '']),
)}
${section(
  'Search engines',
  table([
    ['SEO score', `${seo.score}%`, `of ${seo.pages} public pages pass every check`],
    ['Addresses in the sitemap', seo.sitemap, ''],
    ['Checked', moment(seo.checkedAt), ''],
  ]),
)}
</main></body></html>
`

const house = (stats: AdminStatsView): Line[] => [
  ['Accounts', stats.totalUsers, `${stats.newUsersToday} of them new today`],
  ['Posts', stats.totalPosts, `${stats.newPostsToday} of them new today`],
  ['Reports', stats.totalReports, `${stats.pendingReports} of them wait`],
  ['Spam protection', stats.protection ? 'on' : 'off', ''],
]

const now = ({ activeUsers, pageViews, countries, devices }: RealtimeAnalyticsView): Line[] => [
  ['Active', activeUsers, 'people and visitors of the last 15 minutes'],
  ['Page views', pageViews, 'of the last 30 minutes'],
  ['Countries', countries, 'the active ones are in'],
  ...devices.map(({ device, users }): Line => [device, users, 'of the active ones']),
]

const moment = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`
const section = (title: string, content: string): string => `<section><h2>${title}</h2>${content}</section>`
const table = (lines: readonly Line[]): string =>
  `<table><tbody>${lines.map(tableRow).join('')}</tbody></table>`
const tableRow = ([what, figure, means]: Line): string =>
  `<tr><th scope="row">${escaped(what)}</th><td>${escaped(String(figure))}</td><td>${escaped(means)}</td></tr>`

function list<T>(rows: readonly T[], lineOf: (row: T) => Line): string {
  return rows.length === 0 ? '<p>No data yet.</p>' : table(rows.map(lineOf))
}

const STYLE = `@page{margin:18mm}body{margin:0;font:15px/1.5 system-ui,sans-serif;color:#24142a;background:#fff}main{max-width:760px;margin:0 auto;padding:24px 16px}
h1,h2{font-family:Georgia,serif}h2{font-size:20px;margin:28px 0 8px;border-bottom:2px solid #c8993a}section{break-inside:avoid}table{width:100%;border-collapse:collapse}
th,td{padding:4px 8px;border-bottom:1px solid #e7ded5;text-align:left;font-weight:400}td:nth-child(2){text-align:right;font-variant-numeric:tabular-nums;font-weight:600;white-space:nowrap}td:nth-child(3){color:#6f6074}`
