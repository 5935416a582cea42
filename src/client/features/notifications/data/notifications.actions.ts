import type { NotificationView } from '#contract/notifications.ts'
import { applyAbouts } from './abouts.store.ts'
import { postNotificationsRead } from './notifications.api.ts'
import { applyNotifications, applyUnreadCount, markRead } from './notifications.store.ts'

/** Keeps notifications from a page or a push, with what they are about. */
export function takeNotifications(notifications: readonly NotificationView[]): void {
  applyAbouts(notifications)
  applyNotifications(notifications)
}

/** Throws ApiError; then they stay unread. */
export async function markNotificationsRead(ids: string[]): Promise<void> {
  applyUnreadCount(await postNotificationsRead(ids))
  markRead(ids)
}

/** When a link is followed or a row was seen. If the call fails, they stay unread. */
export const markReadQuietly = (ids: string[]): void => void markNotificationsRead(ids).catch(() => undefined)
