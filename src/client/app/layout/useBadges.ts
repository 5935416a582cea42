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

const fetchMovers = async (): Promise<void> => {
  await Promise.all([
    import('#client/features/messages/data/messages.live.ts'),
    import('#client/features/notifications/data/notifications.live.ts'),
  ])
}

// A fetch that fails is made good by the next resync.
onResync('badges', fetchMovers)

/**
 * What fills and moves the badges, and sends what waits to be sent: fetched once the screen is drawn,
 * wherever one is.
 */
export const useLiveBadges = (): void =>
  useEffect(() => {
    fetchMovers().catch(() => undefined)
  }, [])
