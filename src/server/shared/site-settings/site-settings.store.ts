import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { SiteSettingModel, type SiteSetting } from './site-settings.model.ts'
import { clock } from '#server/platform/clock.ts'

/** The setting of one matter; null while it was never written. */
export const loadSetting = (matter: SiteSetting['_id'], tx?: Transaction): Promise<SiteSetting | null> =>
  SiteSettingModel.findById(matter)
    .session(tx?.session ?? null)
    .lean<SiteSetting>()
    .exec()

/** Replaces a setting and answers what is stored then. */
export async function writeSetting(
  matter: SiteSetting['_id'],
  value: Record<string, unknown>,
  tx?: Transaction,
): Promise<SiteSetting> {
  const update = { $set: { value, updatedAt: clock.date() }, $inc: { rev: 1 } }
  return SiteSettingModel.findByIdAndUpdate(matter, update, {
    upsert: true,
    returnDocument: 'after',
    ...(tx && { session: tx.session }),
  }).lean<SiteSetting>()
}
