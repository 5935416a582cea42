import { PAGE } from '#contract/limits.ts'
import { followViewer } from '#client/features/account/data/viewer/follow-viewer.ts'
import {
  currentViewer,
  useViewerStore,
  viewerReadAt,
} from '#client/features/account/data/viewer/viewer.store.ts'
import { firstFetch } from '#client/live/first-fetch.ts'
import { isUnchangedAtReady } from '#client/live/connection.store.ts'
import { onResync, type LiveEvent, type ResyncCause } from '#client/live/registry.ts'
import { noteNotificationsRead, notificationsReadAt } from './notifications.actions.ts'
import { fetchNotifications, fetchUnreadCount } from './notifications.api.ts'
import {
  applyNotifications,
  applyUnreadCount,
  dropNotifications,
  keepOnly,
  newestSeq,
  useNotificationsStore,
} from './notifications.store.ts'

// The app imports this module after the first render: it fills the badge.

async function catchUp(cause?: ResyncCause): Promise<void> {
  if (!currentViewer()) return
  // The badge shows the count of the document until another one comes.
  const { unread } = useViewerStore.getState()
  if (!unread || !isUnchangedAtReady(cause, viewerReadAt())) applyUnreadCount(await fetchUnreadCount())
  const count = useNotificationsStore.getState().records.size
  if (count > 0 && !isUnchangedAtReady(cause, notificationsReadAt())) await refetchNewest(count)
}

onResync('notifications', catchUp)

followViewer(() => firstFetch(catchUp))

export function onNotificationCreated({ notification }: LiveEvent<'notification:created'>): void {
  const newest = newestSeq()
  applyNotifications([notification])
  // A hole in the dense seq: a push got lost (LIVE L6). When the fetch fails, the next resync fills the hole.
  if (newest > 0 && notification.seq > newest + 1) void fillAfter(newest).catch(() => undefined)
}

export const onNotificationUpdated = ({ notifications }: LiveEvent<'notification:updated'>): void =>
  applyNotifications(notifications)

export const onNotificationDeleted = ({ ids }: LiveEvent<'notification:deleted'>): void =>
  dropNotifications(ids)

export const onNotificationCount = (unread: LiveEvent<'notification:count'>): void => applyUnreadCount(unread)

/** Fetches everything after a seq (LIVE L6). Throws ApiError. */
async function fillAfter(seq: number): Promise<void> {
  for (let after = seq; ;) {
    const page = await fetchNotifications({ after })
    applyNotifications(page)
    if (page.length < PAGE.notifications) return
    after = Math.max(...page.map((one) => one.seq))
  }
}

// What was read elsewhere has a newer rev under an old seq, and some may be deleted: the loaded pages are
// fetched again.
async function refetchNewest(count: number): Promise<void> {
  const askedAt = Date.now()
  let before: number | undefined
  for (let seen = 0; seen < count;) {
    const page = await fetchNotifications({ before })
    applyNotifications(page)
    const isEnd = page.length < PAGE.notifications
    // What arrived since this question is newer than all of the answer, and stays.
    const highest = before === undefined ? (page[0]?.seq ?? 0) : before - 1
    keepOnly(new Set(page.map(({ id }) => id)), isEnd ? 0 : page.at(-1)!.seq, highest)
    if (isEnd) break
    seen += page.length
    before = page.at(-1)!.seq
  }
  noteNotificationsRead(askedAt)
}
