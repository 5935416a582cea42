import mongoose, { Schema } from 'mongoose'
import { TIMINGS } from '#contract/limits.ts'
import type { Device, PageKind } from '#contract/analytics.ts'
import { byId, schemaOf, whole } from '#server/platform/mongo/schema.ts'

/** Views of a page in a minute, of all processes together. */
export interface PageMinuteDocument {
  /** `{minute}|{page}`, the minute in epoch milliseconds. */
  _id: string
  minute: Date
  /** A path of this site, '' for the homepage, 'other' for an unknown path. */
  page: string
  views: number
}

/**
 * What is counted: views of all pages in a minute or an hour, of one page or post in a day, visits from one
 * source in a day, deeds of one kind in a day, all views ever.
 */
export type CounterKind = 'minute' | 'hour' | 'page' | 'post' | 'source' | 'event' | 'total'

/** One counter of all processes: figures are read from a few of these, not from views (PERFORMANCE). */
export interface CounterDocument {
  /** `{kind}|{at}|{name}`, the start in epoch milliseconds. */
  _id: string
  kind: CounterKind
  /** Start of its minute, hour or day; missing for the total. */
  at?: Date
  /** The page, the post's id, the source or the event; blank when there is only one. */
  name: string
  count: number
}

/** The newest page views: one record of fixed size. */
export interface PageLogDocument {
  _id: 'newest'
  entries: { at: Date; country: string; device: Device; kind: PageKind }[]
}

/** An active visitor of the last 15 minutes: no address, nothing that identifies a person. */
export interface ActiveVisitorDocument {
  /** Keyed hash of the visitor; it changes each day for people who are not signed in. */
  _id: string
  country: string
  device: Device
  seenAt: Date
}

const DAY = 24 * 3600
export const KEPT_DAYS = 90

const pageMinuteSchema = schemaOf<PageMinuteDocument>('pageMinutes', whole('Sums by minute, which expire.'), {
  _id: { type: String, required: true },
  minute: { type: Date, required: true },
  page: String,
  views: { type: Number, default: 0 },
})
// The last half hour is one range; old minutes expire.
pageMinuteSchema.index({ minute: 1 }, { expireAfterSeconds: KEPT_DAYS * DAY })
// A profile's views, when its account is deleted.
pageMinuteSchema.index({ page: 1 })

const counterSchema = schemaOf<CounterDocument>('tallies', whole('Sums, which expire.'), {
  _id: { type: String, required: true },
  kind: { type: String, required: true },
  at: Date,
  name: String,
  count: { type: Number, default: 0 },
})
/** Name of the index for the lists, so that the planner does not choose. */
export const COUNTER_INDEX = { kind: 1, at: 1, count: -1 } as const
// The minutes or hours of a period; the top entries of a day.
counterSchema.index(COUNTER_INDEX)
// Old counters expire.
counterSchema.index({ at: 1 }, { expireAfterSeconds: KEPT_DAYS * DAY })

const pageLogSchema = schemaOf<PageLogDocument>('pageLog', whole('Marks of batches.'), {
  _id: { type: String, required: true },
  entries: { type: [Schema.Types.Mixed] as never, default: [] },
})

const activeVisitorSchema = schemaOf<ActiveVisitorDocument>('activeVisitors', byId, {
  _id: { type: String, required: true },
  country: { type: String, required: true },
  device: { type: String, required: true },
  seenAt: { type: Date, required: true },
})
// Active visitors are one range; old ones expire.
activeVisitorSchema.index({ seenAt: 1 }, { expireAfterSeconds: TIMINGS.activeWindow / 1000 })

export const PageMinuteModel = mongoose.model('PageMinute', pageMinuteSchema)
export const ActiveVisitorModel = mongoose.model('ActiveVisitor', activeVisitorSchema)
export const CounterModel = mongoose.model('Counter', counterSchema)
export const PageLogModel = mongoose.model('PageLog', pageLogSchema)
