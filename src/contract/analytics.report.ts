import { z } from 'zod'
import { FIGURES_KEY, RANGES, REPORT, REPORT_MESSAGES } from './analytics.report.constants.ts'
import { MESSAGES } from './errors.ts'
import { Id, personText, Rev, Timestamp } from './primitives.ts'

const DAY = 24 * 3600_000

const Filter = z.string().min(1).max(REPORT.filter).optional()

/**
 * What the figures are read for. `from` and `to`: the dates of range 'own', in UTC, both included. Filters: the
 * page '/' is the homepage.
 */
export const ReportQuery = z
  .object({
    range: z.enum(RANGES).default('7d'),
    from: z.iso.date(REPORT_MESSAGES.dates).optional(),
    to: z.iso.date(REPORT_MESSAGES.dates).optional(),
    page: Filter,
    country: Filter,
    device: Filter,
    source: Filter,
  })
  .refine(
    ({ range, from, to }) =>
      range !== 'own' ||
      (from !== undefined && to !== undefined && from <= to && Date.parse(to) <= Date.now()),
    { error: REPORT_MESSAGES.dates, abort: true },
  )
  .refine(
    ({ range, from }) => range !== 'own' || Date.parse(from!) > Date.now() - REPORT.days * DAY,
    REPORT_MESSAGES.tooFar,
  )
  .meta({ id: 'ReportQuery' })
export type ReportQuery = z.infer<typeof ReportQuery>

/**
 * A sum of the range. `before`: the sum of the period before. `change`: per cent between the two, both without
 * their last minute, hour or day where that of the range has not ended; null where there is nothing to compare
 * with.
 */
export const FigureView = z
  .object({ total: z.int(), before: z.int(), change: z.number().nullable() })
  .meta({ id: 'Figure' })
export type FigureView = z.infer<typeof FigureView>

const Sums = z.array(z.int())

/** Figures of a range and of the period of the same length before it. All are sums; none is of a person. */
export const ReportView = z
  .object({
    span: z.enum(['minute', 'hour', 'day']),
    from: Timestamp,
    to: Timestamp,
    /** Begin of the period before. */
    before: Timestamp,
    /** How many minutes, hours or days of the range have ended. */
    complete: z.int(),
    /** The first day of which anything is known. */
    countedSince: Timestamp,
    /**
     * Until then only views by page, visits by source, and events were counted. Null where neither the range nor
     * the period before reaches back to it.
     */
    recordedSince: Timestamp.nullable(),
    views: FigureView,
    visits: FigureView,
    /** Null where they are not counted: in minutes. With a page as filter, those whose day began on it. */
    visitors: FigureView.nullable(),
    events: FigureView,
    /** Page views of each minute, hour or day, and of the same one in the period before. */
    series: z.object({ views: Sums, before: Sums }),
    pages: z.array(z.object({ page: z.string(), views: z.int() })),
    countries: z.array(z.object({ country: z.string(), views: z.int() })),
    devices: z.array(z.object({ device: z.string(), views: z.int() })),
    sources: z.array(z.object({ source: z.string(), visits: z.int(), views: z.int() })),
    eventList: z.array(z.object({ category: z.string(), label: z.string(), ...FigureView.shape })),
    updatedAt: Timestamp,
  })
  .meta({ id: 'Report' })
export type ReportView = z.infer<typeof ReportView>

const KeyName = personText({
  max: FIGURES_KEY.name,
  tooLong: REPORT_MESSAGES.name,
  empty: REPORT_MESSAGES.name,
}).trim()

/** POST /api/analytics/keys: a token for programs, or a link to the figures of one range that ends. */
export const FiguresKeyInput = z
  .discriminatedUnion(
    'kind',
    [
      z.object({ kind: z.literal('token'), name: KeyName }),
      z.object({
        kind: z.literal('link'),
        name: KeyName,
        days: z.literal(FIGURES_KEY.days, REPORT_MESSAGES.days),
        query: ReportQuery,
      }),
    ],
    MESSAGES.invalidInput,
  )
  .meta({ id: 'FiguresKeyInput' })
export type FiguresKeyInput = z.infer<typeof FiguresKeyInput>

/** A token or shared link as admins list it, without its secret. */
export const FiguresKeyView = z
  .object({
    id: Id,
    kind: z.enum(['token', 'link']),
    name: z.string(),
    /** What a link shows; null for a token, which may ask for anything. */
    query: ReportQuery.nullable(),
    createdAt: Timestamp,
    /** Null for a token: it works until it is ended. */
    expiresAt: Timestamp.nullable(),
    endedAt: Timestamp.nullable(),
    /** The day of the last use. */
    usedAt: Timestamp.nullable(),
    rev: Rev,
  })
  .meta({ id: 'FiguresKey' })
export type FiguresKeyView = z.infer<typeof FiguresKeyView>

/** The answer to its creation, the only one with its secret. */
export const NewFiguresKeyView = z
  .object({ key: FiguresKeyView, secret: z.string() })
  .meta({ id: 'NewFiguresKey' })
export type NewFiguresKeyView = z.infer<typeof NewFiguresKeyView>

/** GET /api/analytics/shared. */
export const SharedReportQuery = z.object({ link: z.string().max(FIGURES_KEY.secret, REPORT_MESSAGES.link) })

/** What a shared link shows. */
export const SharedReportView = z
  .object({
    name: z.string(),
    expiresAt: Timestamp,
    query: ReportQuery,
    report: ReportView,
  })
  .meta({ id: 'SharedReport' })
export type SharedReportView = z.infer<typeof SharedReportView>
