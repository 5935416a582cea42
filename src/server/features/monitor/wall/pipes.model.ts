import mongoose, { Schema } from 'mongoose'
import type { PipeView, QueueView } from '#contract/monitor.wall.ts'

/** What a process last measured of itself. */
export interface PipeDocument extends Omit<PipeView, 'id' | 'at' | 'startedAt'> {
  /** The process. */
  _id: string
  startedAt: Date
  at: Date
}

/** A process or the queue in one minute. */
export interface WallMinuteDocument {
  /** `{minute}|{process}`, or `{minute}|queue`; the minute in epoch milliseconds. */
  _id: string
  /** The begin of the minute. */
  at: Date
  pipe?: Omit<PipeView, 'at'>
  queue?: QueueView & { openAlerts: number }
}

const OPTIONS = { versionKey: false, autoIndex: false, autoCreate: false, strict: false } as const

const pipeSchema = new Schema<PipeDocument>(
  { _id: { type: String, required: true }, at: { type: Date, required: true } },
  { ...OPTIONS, collection: 'pipes' },
)
// A process that has ended expires.
pipeSchema.index({ at: 1 }, { expireAfterSeconds: 120 })

/** For how long the time line goes back, s. */
export const KEPT_SECONDS = 24 * 3600

const minuteSchema = new Schema<WallMinuteDocument>(
  { _id: { type: String, required: true }, at: { type: Date, required: true } },
  { ...OPTIONS, collection: 'wall_minutes' },
)
// One minute, or all of them; and their end.
minuteSchema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export const PipeModel = mongoose.model('Pipe', pipeSchema)
export const WallMinuteModel = mongoose.model('WallMinute', minuteSchema)
