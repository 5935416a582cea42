import { PAGE } from '#contract/limits.ts'
import { followViewer } from '#client/features/account/data/viewer/follow-viewer.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { isLive } from '#client/live/connection.store.ts'
import { onLive, onReset, onResync } from '#client/live/registry.ts'
import { fetchNotifications, fetchUnreadCount } from './notifications.api.ts'
import {
  dropNotifications,
  forgetNotifications,
  keepOnly,
  newestSeq,
  takeUnreadCount,
  upsertNotifications,
  useNotificationsStore,
} from './notifications.store.ts'

onLive('notification:created', ({ notification }) => {
  const newest = newestSeq()
  upsertNotifications([notification])
  // A hole in the dense seq: something got lost on the way (LIVE L6).
  if (newest > 0 && notification.seq > newest + 1) void fillAfter(newest)
})
onLive('notification:updated', ({ notifications }) => upsertNotifications(notifications))
onLive('notification:deleted', ({ ids }) => dropNotifications(ids))
onLive('notification:count', takeUnreadCount)

async function catchUp(): Promise<void> {
  if (!currentViewer()) return
  takeUnreadCount(await fetchUnreadCount())
  const held = useNotificationsStore.getState().records.size
  if (held > 0) await refetchHeld(held)
}
onResync('notifications', catchUp)

followViewer(() => {
  // Loaded after `ready`: that resync has passed already. When this one fails, the next brings the badge.
  if (isLive()) catchUp().catch(() => undefined)
})

onReset(forgetNotifications)

async function fillAfter(seq: number): Promise<void> {
  for (let after = seq; ;) {
    const page = await fetchNotifications({ after })
    upsertNotifications(page)
    if (page.length < PAGE.notifications) return
    after = Math.max(...page.map((one) => one.seq))
  }
}

// What was read elsewhere meanwhile has a newer rev under an old seq, and some may have gone: the pages held
// are asked for again.
async function refetchHeld(held: number): Promise<void> {
  let before: number | undefined
  for (let seen = 0; seen < held;) {
    const page = await fetchNotifications({ before })
    upsertNotifications(page)
    const isEnd = page.length < PAGE.notifications
    // What came while this was asked for is newer than all of it, and stays.
    const highest = before === undefined ? (page[0]?.seq ?? 0) : before - 1
    keepOnly(new Set(page.map(({ id }) => id)), isEnd ? 0 : page.at(-1)!.seq, highest)
    if (isEnd) return
    seen += page.length
    before = page.at(-1)!.seq
  }
}
