import type { NotificationView, NotificationsQuery } from '#contract/notifications.ts'
import { onReset } from '#client/live/registry.ts'
import { fetchNotifications, postNotificationsRead } from './notifications.api.ts'
import { markRead, applyUnreadCount, applyNotifications } from './notifications.store.ts'

/** When the oldest of the loaded pages was asked for, epoch ms; 0: none is loaded. */
let oldestAskedAt = 0
export const notificationsReadAt = (): number => oldestAskedAt
/** All loaded pages were asked for from this moment on, epoch ms. */
export const noteNotificationsRead = (askedAt: number): void => void (oldestAskedAt = askedAt)
onReset(() => noteNotificationsRead(0))

/** Loads a page of notifications, newest first, and answers it. Throws ApiError. */
export async function loadNotifications(query: NotificationsQuery): Promise<readonly NotificationView[]> {
  oldestAskedAt ||= Date.now()
  const page = await fetchNotifications(query)
  applyNotifications(page)
  return page
}

/** Throws ApiError; then they stay unread. */
export async function markNotificationsRead(ids: string[]): Promise<void> {
  applyUnreadCount(await postNotificationsRead(ids))
  markRead(ids)
}
