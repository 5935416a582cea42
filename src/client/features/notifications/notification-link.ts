import type { NotificationView } from '#contract/notifications.ts'

/** Where a notification leads (product section 2). */
export function notificationLink(notification: NotificationView): string {
  switch (notification.type) {
    case 'FOLLOW':
      return `/u/${notification.data.followerHandle}`
    case 'REACTION':
    case 'COMMENT':
    case 'MENTION':
      return `/p/${notification.data.postId}`
    case 'REPORT':
      return '/guidelines'
    case 'MODERATION':
      return `/appeal/${notification.data.caseId}`
    case 'GUARD':
      return notification.data.postId ? `/p/${notification.data.postId}` : '/guidelines'
    case 'MESSAGE':
      return `/messages?conversation=${notification.data.conversationId}`
  }
}
