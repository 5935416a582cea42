import type { LiveEvent } from '#client/live/registry.ts'
import { dropNotifications, newestSeq, applyUnreadCount, applyNotifications } from './notifications.store.ts'
import { fillAfter } from './notifications.sync.ts'

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
