import mongoose, { Schema } from 'mongoose'

/** What the house remembers of itself, one document a matter. */
export interface HouseDocument {
  _id: 'protection' | 'seo' | 'sync' | 'rebuild'
  value: Record<string, unknown>
  updatedAt: Date
  rev: number
}

const houseSchema = new Schema<HouseDocument>(
  { _id: { type: String, required: true }, value: { type: Schema.Types.Mixed, required: true }, updatedAt: { type: Date, required: true }, rev: { type: Number, default: 0 } },
  { minimize: false, versionKey: false, autoIndex: false, autoCreate: false, collection: 'house' },
)

export const HouseModel = mongoose.model('House', houseSchema)
