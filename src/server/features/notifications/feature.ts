import type { Feature } from '#server/platform/feature.ts'
import { NotificationModel, NotificationCounterModel, PendingNoticeModel } from './notifications.model.ts'
import { eraseNotifications, exportedNotifications } from './notifications.personal-data.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { notifyOfFollows } from './notifications.service.ts'

export const notifications: Feature = {
  name: 'notifications',
  routes: [...notificationRoutes],
  collections: [NotificationModel, NotificationCounterModel, PendingNoticeModel],
  listeners: [notifyOfFollows],
  erases: [eraseNotifications],
  exports: { notifications: { title: 'Notifications', rows: exportedNotifications } },
}
