import { trusted, type QueryFilter } from 'mongoose'
import { PAGE } from '#contract/limits.ts'
import type { NotificationsQuery, NotificationView } from '#contract/notifications.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { NotificationModel, type NotificationDocument } from './notifications.model.ts'
import { presentNotification } from './notifications.present.ts'

/**
 * One page of the viewer's own, newest first: the newest ones, those below `before`, or those next above
 * `after`, so that asking on from the highest seq held walks through every one missed (LIVE L6).
 */
export async function listNotifications(
  viewer: Viewer,
  query: NotificationsQuery,
): Promise<NotificationView[]> {
  const rows = await notificationsPage(viewer.id, query)
  return rows.sort((a, b) => b.seq - a.seq).map(presentNotification)
}

/** The one indexed read of it; exported for its explain test. */
export const notificationsPage = (userId: string, { before, after, state }: NotificationsQuery) =>
  NotificationModel.find({ userId, ...seqWithin(before, after), ...(state && { read: state === 'read' }) })
    .sort({ seq: after === undefined ? -1 : 1 })
    .limit(PAGE.notifications)
    .lean()

function seqWithin(before?: number, after?: number): QueryFilter<NotificationDocument> {
  if (before === undefined && after === undefined) return {}
  return {
    seq: trusted({
      ...(before !== undefined && { $lt: before }),
      ...(after !== undefined && { $gt: after }),
    }),
  }
}
