import { useEffect } from 'react'
import { useUnreadMessages } from '#client/features/messages/data/conversations.store.ts'
import { useUnreadNotifications } from '#client/features/notifications/data/notifications.store.ts'
import { onResync } from '#client/live/registry.ts'

export interface Badges {
  notifications: number
  messages: number
}

/** What waits for the viewer, moved by pushes alone. */
export const useBadges = (): Badges => ({
  notifications: useUnreadNotifications(),
  messages: useUnreadMessages(),
})

/** Spoken after the number. */
export const BADGE_LABEL = { notifications: 'unread notifications', messages: 'unread messages' } as const

const loadSync = async (): Promise<void> => {
  await Promise.all([
    import('#client/features/messages/data/messages.sync.ts'),
    import('#client/features/notifications/data/notifications.sync.ts'),
  ])
}

// When the code cannot be fetched, the next resync fetches it.
onResync('badges', loadSync)

/** Loads what fills the badges and sends the outbox, once the screen is drawn. */
export const useLiveBadges = (): void =>
  useEffect(() => {
    loadSync().catch(() => undefined)
  }, [])
