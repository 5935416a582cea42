import { PAGE } from '#contract/limits.ts'
import { followViewer } from '#client/features/account/data/viewer/follow-viewer.ts'
import {
  currentViewer,
  useViewerStore,
  viewerFetchedAt,
} from '#client/features/account/data/viewer/viewer.store.ts'
import { isUnchangedAtReady } from '#client/live/connection.store.ts'
import type { LiveEvent, ResyncCause } from '#client/live/registry.ts'
import { onLateResync } from '#client/live/resync.ts'
import { takeNotifications } from './notifications.actions.ts'
import { fetchNotifications, fetchUnreadCount } from './notifications.api.ts'
import { soundFor } from './sound.ts'
import { applyUnreadCount, dropNotification, newestSeq } from './notifications.store.ts'

// The app imports this module after the first render: it fills the badge.

// The lists that are on screen catch up by themselves.
async function catchUp(cause?: ResyncCause): Promise<void> {
  if (!currentViewer()) return
  // The badge shows the count of the document until another one comes.
  const { unread } = useViewerStore.getState()
  if (!unread || !isUnchangedAtReady(cause, viewerFetchedAt())) applyUnreadCount(await fetchUnreadCount())
}

onLateResync('notifications', catchUp)

followViewer(() => {
  // When it fails, the next resync fetches.
  if (!useViewerStore.getState().unread) void catchUp().catch(() => undefined)
  onPushes(({ renewSubscription }) => renewSubscription())
})

export function onNotificationCreated({ notification }: LiveEvent<'notification:created'>): void {
  const newest = newestSeq()
  takeNotifications([notification])
  // A message makes its own sound.
  if (notification.type !== 'MESSAGE') soundFor(notification.id)
  // A hole in the dense seq: a push got lost (LIVE L6). When the fetch fails, the next resync fills the hole.
  if (newest > 0 && notification.seq > newest + 1) void fillAfter(newest).catch(() => undefined)
}

export const onNotificationUpdated = ({ notifications }: LiveEvent<'notification:updated'>): void => {
  takeNotifications(notifications)
  stopShowing(notifications.filter(({ read }) => read).map(({ id }) => id))
}

export const onNotificationDeleted = ({ tombstones }: LiveEvent<'notification:deleted'>): void => {
  tombstones.forEach(dropNotification)
  stopShowing(tombstones.map(({ id }) => id))
}

export const onNotificationCount = (unread: LiveEvent<'notification:count'>): void => {
  applyUnreadCount(unread)
  if (unread.count === 0) stopShowing(null)
}

/** The device may show them as pushes. */
const stopShowing = (ids: readonly string[] | null): void => onPushes(({ closeShown }) => closeShown(ids))

/** Most devices show no pushes, and load no code for it. */
function onPushes(act: (pushes: typeof import('./push.store.ts')) => Promise<void>): void {
  if (globalThis.Notification?.permission !== 'granted') return
  // Without a network it is done at the next push or visit.
  import('./push.store.ts').then(act).catch(() => undefined)
}

/** Fetches everything after a seq (LIVE L6). Throws ApiError. */
async function fillAfter(seq: number): Promise<void> {
  for (let after = seq; ;) {
    const page = await fetchNotifications({ after })
    takeNotifications(page)
    if (page.length < PAGE.notifications) return
    after = Math.max(...page.map((one) => one.seq))
  }
}
