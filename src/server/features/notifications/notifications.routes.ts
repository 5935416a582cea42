import { z } from 'zod'
import {
  NotificationsQuery,
  NotificationView,
  ReadNotificationsInput,
  UnreadCountView,
} from '#contract/notifications.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { listNotifications, markNotificationsRead } from './notifications.service.ts'
import { unreadCount } from './unread-count.ts'

const route = routesOf({ tag: 'notifications', access: 'user' })

export const notificationRoutes = [
  route.get('/notifications', {
    summary: "The viewer's notifications, newest first",
    limit: 'read',
    query: NotificationsQuery,
    answers: { 200: z.array(NotificationView) },
    handle: ({ viewer, query }) => listNotifications(viewer, query),
  }),
  route.get('/notifications/unread-count', {
    summary: 'The number of unread notifications',
    limit: 'read',
    answers: { 200: UnreadCountView },
    handle: ({ viewer }) => unreadCount(viewer.id),
  }),
  route.post('/notifications/read', {
    summary: 'Mark notifications as read; answers the number of unread ones',
    limit: 'write',
    whileSuspended: true,
    body: ReadNotificationsInput,
    answers: { 200: UnreadCountView },
    handle: ({ viewer, body }) => markNotificationsRead(viewer, body.ids),
  }),
]
