import type { ProtectionView } from '#contract/admin.ts'
import { createSharedRead } from '#server/platform/cache/read-cache.ts'
import { recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { loadSetting, writeSetting } from '#server/shared/site-settings/site-settings.store.ts'
import { config } from '#server/platform/config.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'

/** A change made in another process shows within this time. */
const FRESH_MS = 5_000

const current = createSharedRead<ProtectionView>({ name: 'spam-protection', load, freshMs: FRESH_MS })

/** Whether the spam protection is on: the admins' switch, or the setting when nobody has used it. */
export const protection = (): Promise<ProtectionView> => current.get()

async function load(): Promise<ProtectionView> {
  const stored = await loadSetting('protection')
  return {
    enabled: stored ? stored.value['enabled'] === true : config.SPAM_PROTECTION === 'on',
    rev: stored?.rev ?? 0,
  }
}

/** Switches the protection. Queued texts stay queued. */
export async function switchProtection(admin: Viewer, enabled: boolean): Promise<ProtectionView> {
  const { enabled: before } = await load()
  const { rev } = await transact(async (tx) => {
    await recordAdminAction(tx, {
      admin,
      action: 'house.protection',
      before: { enabled: before },
      after: { enabled },
    })
    return writeSetting('protection', { enabled }, tx)
  })
  current.set({ enabled, rev })
  return { enabled, rev }
}
