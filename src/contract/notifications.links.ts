import type { NotificationView } from './notifications.ts'

/** The page a notification links to (product section 2). */
export function notificationLink(notification: Pick<NotificationView, 'type' | 'data'>): string {
  // Type and data belong together in every notification; `Pick` forgets that they do.
  const known = notification as NotificationView
  switch (known.type) {
    case 'FOLLOW':
      return `/u/${known.data.followerHandle}`
    case 'REACTION':
    case 'COMMENT':
    case 'MENTION': {
      const { postId, commentId } = known.data
      return commentId ? `/p/${postId}#c-${commentId}` : `/p/${postId}`
    }
    case 'PLUNGER':
      return `/p/${known.data.postId}`
    case 'REPORT':
      return '/pipe-tracker'
    case 'MODERATION':
      return `/appeal/${known.data.caseId}`
    case 'GUARD':
      return known.data.postId ? `/p/${known.data.postId}` : '/guidelines'
    case 'MESSAGE':
      return `/messages?conversation=${known.data.conversationId}`
  }
}
