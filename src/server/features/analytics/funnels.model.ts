import mongoose, { Schema, type Types } from 'mongoose'
import type { FunnelStep } from '#contract/analytics.funnels.ts'
import { TRAFFIC_DAYS } from './traffic.model.ts'
import { byId, schemaOf, whole } from '#server/platform/mongo/schema.ts'

/** Steps that admins want to see taken in this order. */
export interface FunnelDocument {
  _id: Types.ObjectId
  name: string
  steps: FunnelStep[]
  createdAt: Date
  rev: number
}

/** How often each step of a funnel was reached on one day, of all processes together. */
export interface FunnelDayDocument {
  /** `{funnel}|{day}`, the day in epoch milliseconds. */
  _id: string
  funnel: string
  /** Midnight UTC. */
  day: Date
  /** By the number of the step, from 0; missing for steps that nobody has reached. */
  reached: Record<string, number>
}

/** How far a visitor has come today. */
export interface VisitorStepsDocument {
  /** The keyed hash of the visitor and the day, as in `day_visitors`. */
  _id: string
  /** How many steps of each funnel. */
  reached: Record<string, number>
  expiresAt: Date
}

const funnelSchema = schemaOf<FunnelDocument>('funnels', whole('Few rows, made by admins.'), {
  name: { type: String, required: true },
  steps: { type: [Schema.Types.Mixed] as never, required: true },
  createdAt: { type: Date, required: true },
  rev: { type: Number, default: 1 },
})

const funnelDaySchema = schemaOf<FunnelDayDocument>('funnel_days', whole('Sums by day.'), {
  _id: { type: String, required: true },
  funnel: { type: String, required: true },
  day: { type: Date, required: true },
  reached: { type: Schema.Types.Mixed, default: {} },
})
/** Name of the index for the read, so that the planner does not choose. */
export const FUNNEL_DAYS_INDEX = { day: 1 } as const
// The days of a range; old ones expire.
funnelDaySchema.index(FUNNEL_DAYS_INDEX, { expireAfterSeconds: TRAFFIC_DAYS * 24 * 3600 })

const visitorStepsSchema = schemaOf<VisitorStepsDocument>('visitor_steps', byId, {
  _id: { type: String, required: true },
  reached: { type: Schema.Types.Mixed, default: {} },
  expiresAt: { type: Date, required: true },
})
// Forgotten when the day is over.
visitorStepsSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const FunnelModel = mongoose.model('Funnel', funnelSchema)
export const FunnelDayModel = mongoose.model('FunnelDay', funnelDaySchema)
export const VisitorStepsModel = mongoose.model('VisitorSteps', visitorStepsSchema)
