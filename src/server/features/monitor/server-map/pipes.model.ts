import mongoose, { Schema } from 'mongoose'
import type { PipeView, QueueView } from '#contract/monitor.server-map.ts'
import type { ConditionName } from '#server/platform/conditions.ts'

/** What a process last measured of itself. */
export interface PipeDocument extends Omit<PipeView, 'id' | 'at' | 'startedAt'> {
  /** The process. */
  _id: string
  startedAt: Date
  at: Date
  /** For the alerts alone; missing in what a process of an older version wrote. */
  surroundings?: Surroundings
}

/** What a process knows of the machine and the parts around it. */
export interface Surroundings {
  version: string
  /** What is wrong now. */
  conditions: ConditionName[]
  /** How far its clock is from the store's, s. */
  clock: number
  /** How full the fuller one of the disks of its folders is, per cent; null where that cannot be read. */
  disk: number | null
  /** What all processes of its Redis have in common; null without one, 'away' while it does not answer. */
  redis: string | null
}

/** A process or the queue in one minute. */
export interface ServerMinuteDocument {
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

const minuteSchema = new Schema<ServerMinuteDocument>(
  { _id: { type: String, required: true }, at: { type: Date, required: true } },
  { ...OPTIONS, collection: 'wall_minutes' },
)
// One minute, or all of them; and their end.
minuteSchema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export const PipeModel = mongoose.model('Pipe', pipeSchema)
export const ServerMinuteModel = mongoose.model('ServerMinute', minuteSchema)
