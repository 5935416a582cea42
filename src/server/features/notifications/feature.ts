import type { Feature } from '#server/shared/feature.ts'
import {
  NotificationModel,
  NotificationCounterModel,
  PendingNoticeModel,
  WithdrawnNotificationModel,
} from './notifications.model.ts'
import {
  eraseDigest,
  eraseNotifications,
  erasePushes,
  exportedDigest,
  exportedNotifications,
  exportedPushDevices,
  exportedPushSettings,
} from './notifications.personal-data.ts'
import { digestRoutes, notificationRoutes } from './notifications.routes.ts'
import { notifyOfFollows, withdrawUnfollows } from './notifications.service.ts'
import { DigestModel } from './digest/digest.model.ts'
// Declares its job.
import './digest/digest-mails.ts'
import { removeSignedOutDevices } from './push/push-devices.service.ts'
import { preparePushKeys, resealPushKeys } from './push/push-keys.ts'
import { PushDeviceModel, PushKeysModel, PushSettingsModel } from './push/push.model.ts'
import { dropSeenPushes } from './push/push-queue.ts'
import { pushRoutes } from './push/push.routes.ts'

export const notifications: Feature = {
  name: 'notifications',
  routes: [...notificationRoutes, ...pushRoutes, ...digestRoutes],
  collections: [
    NotificationModel,
    NotificationCounterModel,
    PendingNoticeModel,
    WithdrawnNotificationModel,
    PushDeviceModel,
    PushSettingsModel,
    PushKeysModel,
    DigestModel,
  ],
  listeners: [notifyOfFollows, withdrawUnfollows, preparePushKeys, removeSignedOutDevices, dropSeenPushes],
  seals: { 'push-keys': { title: 'keys of web push', reseal: resealPushKeys } },
  erases: [eraseNotifications, erasePushes, eraseDigest],
  exports: {
    notifications: { title: 'Notifications', rows: exportedNotifications },
    pushDevices: { title: 'Devices that get pushes', rows: exportedPushDevices },
    pushSettings: { title: 'Settings of pushes', rows: exportedPushSettings },
    digest: { title: 'Notifications by mail', rows: exportedDigest },
  },
}
