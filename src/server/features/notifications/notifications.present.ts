import type { NotificationAbout, NotificationView } from '#contract/notifications.ts'
import type { NotificationDocument } from './notifications.model.ts'

/** A notification for its owner, the only person who sees it. */
export const presentNotification = (
  notification: NotificationDocument,
  about: NotificationAbout,
): NotificationView =>
  ({
    id: notification._id.toHexString(),
    seq: notification.seq,
    type: notification.type,
    data: notification.data,
    read: notification.read,
    createdAt: notification.createdAt.toISOString(),
    message: notification.message,
    actor: notification.actor,
    about,
    rev: notification.rev,
    // `notify` takes type and data as a pair of the union; the document keeps them side by side.
  }) as NotificationView
