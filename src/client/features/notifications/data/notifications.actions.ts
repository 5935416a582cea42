import type { NotificationView, NotificationsQuery } from '#contract/notifications.ts'
import { fetchNotifications, postNotificationsRead } from './notifications.api.ts'
import { markRead, applyUnreadCount, applyNotifications } from './notifications.store.ts'

/** Loads a page of notifications, newest first, and answers it. Throws ApiError. */
export async function loadNotifications(query: NotificationsQuery): Promise<readonly NotificationView[]> {
  const page = await fetchNotifications(query)
  applyNotifications(page)
  return page
}

/** Throws ApiError; then they stay unread. */
export async function markNotificationsRead(ids: string[]): Promise<void> {
  applyUnreadCount(await postNotificationsRead(ids))
  markRead(ids)
}
