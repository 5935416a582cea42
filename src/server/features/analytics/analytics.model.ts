import mongoose, { Schema } from 'mongoose'
import { TEMPO } from '#contract/limits.ts'
import type { Device } from '#contract/analytics.ts'

/** Views of one page in one minute, of all server processes together. */
export interface PageMinuteDocument {
  /** `{minute}|{page}`, the minute in epoch milliseconds. */
  _id: string
  minute: Date
  /** A path of ours, '' for the homepage, 'other' for what is none. */
  page: string
  views: number
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
const KEPT_DAYS = 90

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
activeVisitorSchema.index({ seenAt: 1 }, { expireAfterSeconds: TEMPO.activeWindow / 1000 })

export const PageMinuteModel = mongoose.model('PageMinute', pageMinuteSchema)
export const ActiveVisitorModel = mongoose.model('ActiveVisitor', activeVisitorSchema)
