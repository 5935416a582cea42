import { z } from 'zod'
import {
  NotificationsQuery,
  NotificationView,
  ReadNotificationsInput,
  UnreadCountView,
} from '#contract/notifications.ts'
import { RecoveryView } from '#contract/account.ts'
import { DigestInput, DigestView } from '#contract/notifications.digest.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { redirect } from '#server/platform/http/answer.ts'
import { listNotifications, markNotificationsRead } from './notifications.service.ts'
import { unreadCount } from './unread-count.ts'
import { digestOf, endDigest, setDigest } from './digest/digest-settings.service.ts'

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

/** The id of a person and our signature. Anything else is no link of ours: 404. */
const EndLink = z.object({ token: z.string().regex(/^[0-9a-f]{24}\.[\w-]{1,100}$/) })

export const digestRoutes = [
  route.get('/notifications/digest', {
    summary: "How often the viewer's unread notifications are mailed",
    limit: 'read',
    answers: { 200: DigestView },
    handle: ({ viewer }) => digestOf(viewer),
  }),
  route.put('/notifications/digest', {
    summary:
      'Mail unread notifications daily, weekly, when the viewer is away, or never; 409 while the address is not confirmed',
    limit: 'write',
    body: DigestInput,
    answers: { 200: DigestView },
    handle: ({ viewer, body }) => setDigest(viewer, body.every),
  }),
  route.get('/notifications/digest/end/:token', {
    summary: 'Leads to the page that ends the mails of notifications; changes nothing',
    access: 'visitor',
    limit: 'read',
    params: EndLink,
    answers: { 302: null },
    handle: ({ params }) => Promise.resolve(redirect(`/digest-mail?end=${encodeURIComponent(params.token)}`)),
  }),
  route.post('/notifications/digest/end/:token', {
    summary: 'End the mails of notifications with the link in them; mail programs call it too (RFC 8058)',
    access: 'visitor',
    limit: 'write',
    params: EndLink,
    answers: { 200: RecoveryView },
    handle: ({ params }) => endDigest(params.token),
  }),
]
