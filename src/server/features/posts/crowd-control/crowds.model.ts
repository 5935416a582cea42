import mongoose, { Schema, type Types } from 'mongoose'
import { schemaOf, whole } from '#server/platform/mongo/schema.ts'

/** How many strangers a busy post draws. Kept for a day from its first burst on. */
export interface CrowdDocument {
  /** The post's id. */
  _id: Types.ObjectId
  authorId: Types.ObjectId
  /** The number of the window that `count` is of: the last one with activity. */
  window: number
  count: number
  /** Of the window before it. */
  previous: number
  /** The most of one window. */
  peak: number
  /** Then the peak joins the author's usual. */
  settlesAt: Date
  /** Until then crowd control is not offered again. */
  offeredUntil?: Date
}

/** What an author's busy posts usually draw at their peak, a decaying mean. */
export interface UsualCrowdDocument {
  /** The author's id. */
  _id: Types.ObjectId
  usual: number
  updatedAt: Date
}

const crowdSchema = schemaOf<CrowdDocument>('crowds', whole('Rows of some minutes.'), {
  authorId: { type: Schema.Types.ObjectId, required: true },
  window: { type: Number, required: true },
  count: { type: Number, required: true },
  previous: { type: Number, required: true },
  peak: { type: Number, required: true },
  settlesAt: { type: Date, required: true },
  offeredUntil: Date,
})
// What is over.
crowdSchema.index({ settlesAt: 1 })
// Of a person whose account is deleted.
crowdSchema.index({ authorId: 1 })

const usualSchema = schemaOf<UsualCrowdDocument>(
  'usual_crowds',
  whole('One small row for each author who was popular.'),
  {
    usual: { type: Number, required: true },
    updatedAt: { type: Date, required: true },
  },
)

export const CrowdModel = mongoose.model('Crowd', crowdSchema)
export const UsualCrowdModel = mongoose.model('UsualCrowd', usualSchema)
