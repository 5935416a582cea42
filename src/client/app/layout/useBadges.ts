import '#client/entities/messages/messages.live.ts'
import '#client/entities/notifications/notifications.live.ts'
import { useUnreadMessages } from '#client/entities/messages/conversations.store.ts'
import { useUnreadNotifications } from '#client/entities/notifications/notifications.store.ts'

export interface Badges {
  notifications: number
  messages: number
}

/** What waits for the viewer, moved by pushes alone. */
export const useBadges = (): Badges => ({ notifications: useUnreadNotifications(), messages: useUnreadMessages() })

/** Spoken after the number. */
export const BADGE_LABEL = { notifications: 'unread notifications', messages: 'unread messages' } as const
