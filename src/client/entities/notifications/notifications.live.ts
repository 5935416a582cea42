import { PAGE } from '#contract/limits.ts'
import { followViewer } from '#client/entities/viewer/follow-viewer.ts'
import { currentViewer } from '#client/entities/viewer/viewer.store.ts'
import { isLive } from '#client/live/connection.store.ts'
import { onLive, onReset, onResync } from '#client/live/registry.ts'
import { fetchNotifications, fetchUnreadCount } from './notifications.api.ts'
import { forgetNotifications, newestSeq, takeUnreadCount, upsertNotifications, useNotificationsStore } from './notifications.store.ts'

onLive('notification:created', ({ notification }) => {
  const newest = newestSeq()
  upsertNotifications([notification])
  // A hole in the dense seq: something got lost on the way (LIVE L6).
  if (newest > 0 && notification.seq > newest + 1) void fillAfter(newest)
})
onLive('notification:updated', ({ notifications }) => upsertNotifications(notifications))
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
  for (let after = seq; ; ) {
    const page = await fetchNotifications({ after })
    upsertNotifications(page)
    if (page.length < PAGE.notifications) return
    after = Math.max(...page.map((one) => one.seq))
  }
}

// What was read elsewhere meanwhile has a newer rev under an old seq: the pages held are asked for again.
async function refetchHeld(held: number): Promise<void> {
  let before: number | undefined
  for (let seen = 0; seen < held; ) {
    const page = await fetchNotifications({ before })
    upsertNotifications(page)
    if (page.length < PAGE.notifications) return
    seen += page.length
    before = page.at(-1)!.seq
  }
}
