import type { AnnouncementView } from '#contract/site.announcement.ts'
import { recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { bus } from '#server/platform/bus.ts'
import { createSharedRead } from '#server/platform/cache/read-cache.ts'
import { isStoreOutage } from '#server/platform/mongo/store-outage.ts'
import { isStoreAway } from '#server/platform/mongo/store-watch.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { loadSetting, writeSetting } from '#server/shared/site-settings/site-settings.store.ts'
import type { Viewer } from '#server/platform/viewer.ts'

/** Every document and every new socket reads it. A change is known at once, by its event. */
const FRESH_MS = 5_000

const current = createSharedRead<AnnouncementView>({ name: 'announcement', load, freshMs: FRESH_MS })

let lastKnown: AnnouncementView = { text: null, rev: 0 }

/** The announcement of every page. While the store is away, the last one known: pages and sockets open then too. */
export async function announcement(): Promise<AnnouncementView> {
  if (isStoreAway()) return lastKnown
  try {
    lastKnown = await current.get()
  } catch (error) {
    if (!isStoreOutage(error)) throw error
  }
  return lastKnown
}

async function load(): Promise<AnnouncementView> {
  const stored = await loadSetting('announcement')
  return stored ? { text: stored.value['text'] as string | null, rev: stored.rev } : { text: null, rev: 0 }
}

/** Writes, changes or removes (`text` null) the announcement. The same text again changes nothing. */
export async function announce(admin: Viewer, text: string | null): Promise<AnnouncementView> {
  const before = await load()
  if (before.text === text) return before
  return transact(async (tx) => {
    await recordAdminAction(tx, {
      admin,
      action: 'house.announcement',
      target: { type: 'house', id: null },
      before: { text: before.text },
      after: { text },
    })
    const { rev } = await writeSetting('announcement', { text }, tx)
    const changed = { text, rev }
    tx.emit('announcement:updated', { announcement: changed })
    return changed
  })
}

/** Each process forgets what it has read when any of them has changed it, or may have. Returns how to stop. */
export function followAnnouncement(): () => void {
  const stops = [
    bus.onCluster('announcement:updated', () => current.forget()),
    bus.onCluster('changes:untold', () => current.forget()),
  ]
  return () => stops.forEach((stop) => stop())
}
