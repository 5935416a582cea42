import mongoose, { Schema } from 'mongoose'
import type { SchemaFields } from '#server/platform/mongo/schema-fields.ts'

/** A setting of the site, or the result of its last maintenance: one document a matter. */
export interface SiteSetting {
  _id:
    | 'name'
    | 'announcement'
    | 'sign-up'
    | 'blocks'
    | 'alerts'
    | 'maintenance'
    | 'protection'
    | 'seo'
    | 'sync'
    | 'rebuild'
    | 'seed'
    | 'backup'
  value: Record<string, unknown>
  updatedAt: Date
  rev: number
}

const settingSchema = new Schema<SiteSetting>(
  {
    _id: { type: String, required: true },
    value: { type: Schema.Types.Mixed, required: true },
    updatedAt: { type: Date, required: true },
    rev: { type: Number, default: 0 },
  } satisfies SchemaFields<SiteSetting>,
  { minimize: false, versionKey: false, autoIndex: false, autoCreate: false, collection: 'house' },
)

export const SiteSettingModel = mongoose.model('House', settingSchema)
