import type { NotificationView } from './notifications.ts'

/** The page a notification links to (product section 2). */
export function notificationLink(notification: Pick<NotificationView, 'type' | 'data'>): string {
  // Type and data belong together in every notification; `Pick` forgets that they do.
  const told = notification as NotificationView
  switch (told.type) {
    case 'FOLLOW':
      return `/u/${told.data.followerHandle}`
    case 'REACTION':
    case 'COMMENT':
    case 'MENTION': {
      const { postId, commentId } = told.data
      return commentId ? `/p/${postId}#c-${commentId}` : `/p/${postId}`
    }
    case 'PLUNGER':
      return `/p/${told.data.postId}`
    case 'REPORT':
      return '/pipe-tracker'
    case 'MODERATION':
      return `/appeal/${told.data.caseId}`
    case 'GUARD':
      return told.data.postId ? `/p/${told.data.postId}` : '/guidelines'
    case 'MESSAGE':
      return `/messages?conversation=${told.data.conversationId}`
  }
}
