import type { AnnouncementView } from '#contract/site.announcement.ts'
import { recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { sharedSetting } from '#server/shared/site-settings/shared-settings.ts'
import type { Viewer } from '#server/platform/viewer.ts'

const setting = sharedSetting<AnnouncementView>('announcement', (stored) =>
  stored ? { text: stored.value['text'] as string | null, rev: stored.rev } : { text: null, rev: 0 },
)

/**
 * The announcement of every page: each document and each new socket asks for it. While the store is away, the last one
 * known: pages and sockets open then too.
 */
export const announcement = setting.get

/** Writes, changes or removes (`text` null) the announcement. The same text again changes nothing. */
export async function announce(admin: Viewer, text: string | null): Promise<AnnouncementView> {
  const before = await setting.load()
  if (before.text === text) return before
  return transact(async (tx) => {
    await recordAdminAction(tx, {
      admin,
      action: 'house.announcement',
      before: { text: before.text },
      after: { text },
    })
    const changed = await setting.write(tx, { text })
    tx.emit('announcement:updated', { announcement: changed })
    return changed
  })
}
