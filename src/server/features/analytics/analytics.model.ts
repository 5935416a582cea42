import mongoose, { Schema } from 'mongoose'
import { TIMINGS } from '#contract/limits.ts'
import type { Device, PageKind } from '#contract/analytics.ts'

/** Views of one page in one minute, of all server processes together. */
export interface PageMinuteDocument {
  /** `{minute}|{page}`, the minute in epoch milliseconds. */
  _id: string
  minute: Date
  /** A path of ours, '' for the homepage, 'other' for what is none. */
  page: string
  views: number
}

/**
 * What is added up: views of all pages in a minute or an hour, of one page or post in a day, visits from one
 * source in a day, all views ever.
 */
export type CounterKind = 'minute' | 'hour' | 'page' | 'post' | 'source' | 'total'

/**
 * One sum, of all server processes together: whoever asks reads a few of these, and no views (PERFORMANCE).
 */
export interface CounterDocument {
  /** `{kind}|{at}|{name}`, the beginning in epoch milliseconds. */
  _id: string
  kind: CounterKind
  /** When its minute, hour or day begins; missing where there is no end to it. */
  at?: Date
  /** The page, the post's id, the source; blank where there is only one. */
  name: string
  count: number
}

/** The newest page views. One record: it cannot grow. */
export interface PageLogDocument {
  _id: 'newest'
  entries: { at: Date; country: string; device: Device; kind: PageKind }[]
}

/** Somebody who was here in the last quarter of an hour: no address, nothing that leads back to a person. */
export interface ActiveVisitorDocument {
  /** Hash of who it is, another one each day for visitors. */
  _id: string
  country: string
  device: Device
  seenAt: Date
}

const DAY = 24 * 3600
export const KEPT_DAYS = 90

const pageMinuteSchema = new Schema<PageMinuteDocument>(
  {
    _id: { type: String, required: true },
    minute: { type: Date, required: true },
    page: String,
    views: { type: Number, default: 0 },
  },
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'pageMinutes' },
)
// The last half hour is one range of it; old minutes leave by themselves.
pageMinuteSchema.index({ minute: 1 }, { expireAfterSeconds: KEPT_DAYS * DAY })
// A profile's views, when its account goes.
pageMinuteSchema.index({ page: 1 })

const tallySchema = new Schema<CounterDocument>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    at: Date,
    name: String,
    count: { type: Number, default: 0 },
  },
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'tallies' },
)
/** Names the index of each list, so that no plan is a matter of luck. */
export const TALLY_INDEX = { kind: 1, at: 1, count: -1 } as const
// The minutes or hours of a span; the most of a day, largest first.
tallySchema.index(TALLY_INDEX)
// Old ones leave by themselves.
tallySchema.index({ at: 1 }, { expireAfterSeconds: KEPT_DAYS * DAY })

const pageLogSchema = new Schema<PageLogDocument>(
  { _id: { type: String, required: true }, entries: { type: [Schema.Types.Mixed] as never, default: [] } },
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'pageLog' },
)

const activeVisitorSchema = new Schema<ActiveVisitorDocument>(
  {
    _id: { type: String, required: true },
    country: { type: String, required: true },
    device: { type: String, required: true },
    seenAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'activeVisitors' },
)
// Who is active is one range of it; who is not any more leaves by itself.
activeVisitorSchema.index({ seenAt: 1 }, { expireAfterSeconds: TIMINGS.activeWindow / 1000 })

export const PageMinuteModel = mongoose.model('PageMinute', pageMinuteSchema)
export const ActiveVisitorModel = mongoose.model('ActiveVisitor', activeVisitorSchema)
export const CounterModel = mongoose.model('Tally', tallySchema)
export const PageLogModel = mongoose.model('PageLog', pageLogSchema)
