import type { NotificationView, NotificationsQuery, UnreadCountView } from '#contract/notifications.ts'
import { api } from '#client/live/http.ts'

/** Newest first, 20 a page, by seq. */
export const fetchNotifications = (query: NotificationsQuery = {}) =>
  api.get<NotificationView[]>('/api/notifications', query)

export const fetchUnreadCount = () => api.get<UnreadCountView>('/api/notifications/unread-count')

export const postNotificationsRead = (ids: string[]) =>
  api.post<UnreadCountView>('/api/notifications/read', { ids })
