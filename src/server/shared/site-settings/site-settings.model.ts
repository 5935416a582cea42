import mongoose, { Schema } from 'mongoose'
import { schemaOf, whole } from '#server/platform/mongo/schema.ts'

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

const settingSchema = schemaOf<SiteSetting>('house', whole('Few rows: the settings of the site.'), {
  _id: { type: String, required: true },
  value: { type: Schema.Types.Mixed, required: true },
  updatedAt: { type: Date, required: true },
  rev: { type: Number, default: 0 },
}).set('minimize', false)

export const SiteSettingModel = mongoose.model('House', settingSchema)
