import mongoose, { Schema } from 'mongoose'
import type { Device } from '#contract/analytics.ts'
import { byId, schemaOf, whole } from '#server/platform/mongo/schema.ts'

/** What the sums of a row have in common. */
export interface TrafficFacts {
  /** A path of this site, '' for the homepage, 'other' for all others. */
  page: string
  /** ISO 3166 alpha-2, 'Unknown', or 'other'. */
  country: string
  device: Device | typeof NOT_RECORDED
  /** What led to the visit: a host, 'direct', 'other', or 'unknown' after a reload. */
  source: string
  /** Category and label, 'post/react'; blank for page views. */
  event: string
}

/** Sums of one combination of facts. */
export interface TrafficSums {
  views: number
  visits: number
  /** Visitors whose first view of the day this was. */
  visitors: number
  events: number
}

export type TrafficRow = TrafficFacts & TrafficSums

/** What was counted before these sums existed has no country, device or source. */
export const NOT_RECORDED = '?'

/** The sums of one combination in a minute or an hour, of all processes together. */
export interface TrafficSumDocument extends TrafficRow {
  /** The span, its start in epoch milliseconds, and the facts. */
  _id: string
  span: 'minute' | 'hour'
  at: Date
  expiresAt: Date
}

/** Sums by one fact each, without filters. */
export interface TrafficLists {
  pages: readonly { _id: string; views: number }[]
  countries: readonly { _id: string; views: number }[]
  devices: readonly { _id: string; views: number }[]
  sources: readonly { _id: string; visits: number; views: number }[]
  events: readonly { _id: string; total: number }[]
}

/** A day that is over. */
export interface TrafficDayDocument {
  /** Midnight UTC. */
  _id: Date
  total: TrafficSums
  /** Of all its combinations: most reports have no filter, and read only these. */
  lists: TrafficLists
  /** Its largest combinations, and the rest as 'other'. */
  rows: TrafficRow[]
  /** Made from sums without country, device and source. */
  isPartial?: true
}

/** A visitor who was counted today. */
export interface DayVisitorDocument {
  /** Keyed hash of the visitor and the day: another one tomorrow, for members too. */
  _id: string
  expiresAt: Date
}

const facts = { page: String, country: String, device: String, source: String, event: String }
const sums = { views: Number, visits: Number, visitors: Number, events: Number }

const trafficSumSchema = schemaOf<TrafficSumDocument>('traffic_sums', whole('Sums, which expire.'), {
  _id: { type: String, required: true },
  span: String,
  at: Date,
  expiresAt: Date,
  ...facts,
  ...sums,
})
/** Name of the index for the reports, so that the planner does not choose. */
export const TRAFFIC_INDEX = { span: 1, at: 1 } as const
// The minutes or hours of a period.
trafficSumSchema.index(TRAFFIC_INDEX)
// Minutes and hours expire at different ages.
trafficSumSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
// A profile's views, when its account is deleted.
trafficSumSchema.index({ page: 1 })

/** Two periods of 90 days, and the running day. */
export const TRAFFIC_DAYS = 181

const trafficDaySchema = schemaOf<TrafficDayDocument>('traffic_days', whole('One row for each day.'), {
  _id: { type: Date, required: true },
  total: { type: Schema.Types.Mixed, required: true },
  lists: { type: Schema.Types.Mixed, required: true },
  rows: { type: [Schema.Types.Mixed] as never, default: [] },
  isPartial: Boolean,
})

/** Name of the index for the question below. */
export const PARTIAL_INDEX = { isPartial: 1, _id: -1 } as const
// The last day without country, device and source; mostly there is none.
trafficDaySchema.index(PARTIAL_INDEX, { partialFilterExpression: { isPartial: true } })

const dayVisitorSchema = schemaOf<DayVisitorDocument>('day_visitors', byId, {
  _id: { type: String, required: true },
  expiresAt: { type: Date, required: true },
})
// Forgotten when the day is over.
dayVisitorSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const TrafficSumModel = mongoose.model('TrafficSum', trafficSumSchema)
export const TrafficDayModel = mongoose.model('TrafficDay', trafficDaySchema)
export const DayVisitorModel = mongoose.model('DayVisitor', dayVisitorSchema)
