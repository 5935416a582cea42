import mongoose from 'mongoose'
import type { PipeView, QueueView } from '#contract/monitor.server-map.ts'
import type { ConditionName } from '#server/platform/conditions.ts'
import { schemaOf, whole } from '#server/platform/mongo/schema.ts'

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
  /** What all processes of its Redis have in common; null without one, 'away' while it does not answer and in a process that is no server. */
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

/** The rest of a document is stored as it is. */
const FIELDS = { _id: { type: String, required: true }, at: { type: Date, required: true } } as const
type Declared = Pick<PipeDocument, '_id' | 'at'>

const pipeSchema = schemaOf<Declared>('pipes', whole('One row for each process.'), FIELDS).set(
  'strict',
  false,
)
// A process that has ended expires.
pipeSchema.index({ at: 1 }, { expireAfterSeconds: 120 })

/** For how long the time line goes back, s. */
export const KEPT_SECONDS = 24 * 3600

const minuteSchema = schemaOf<Declared>(
  'wall_minutes',
  whole('One row for each process and minute of a day.'),
  FIELDS,
).set('strict', false)
// One minute, or all of them; and their end.
minuteSchema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export const PipeModel = mongoose.model<PipeDocument>('Pipe', pipeSchema as never)
export const ServerMinuteModel = mongoose.model<ServerMinuteDocument>('ServerMinute', minuteSchema as never)
