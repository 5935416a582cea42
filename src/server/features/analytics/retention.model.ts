import mongoose from 'mongoose'
import { WEEK } from '#server/platform/durations.ts'
import { RETENTION_WEEKS } from '#contract/analytics.report.constants.ts'
import { schemaOf, whole } from '#server/platform/mongo/schema.ts'

/** How many of the people with an account of one week were counted in another. Whose account it is is not stored. */
export interface RetentionSumDocument {
  /** Both Mondays, in epoch milliseconds. */
  _id: string
  /** The week of the accounts. */
  cohort: Date
  week: Date
  people: number
}

const retentionSumSchema = schemaOf<RetentionSumDocument>('retention_sums', whole('Sums by week.'), {
  _id: { type: String, required: true },
  cohort: { type: Date, required: true },
  week: { type: Date, required: true },
  people: { type: Number, default: 0 },
})
/** Name of the index for the read, so that the planner does not choose. */
export const RETENTION_INDEX = { cohort: 1 } as const
// The weeks that are shown are one range; older ones expire.
retentionSumSchema.index(RETENTION_INDEX, { expireAfterSeconds: (RETENTION_WEEKS * WEEK) / 1000 })

export const RetentionSumModel = mongoose.model('RetentionSum', retentionSumSchema)
