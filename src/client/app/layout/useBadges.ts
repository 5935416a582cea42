import { useEffect } from 'react'
import { useViewerStore } from '#client/features/account/data/viewer/viewer.store.ts'
import { useUnreadMessages, useUnreadRequests } from '#client/features/messages/data/conversations.store.ts'
import { useUnreadNotifications } from '#client/features/notifications/data/notifications.store.ts'
import { onResync } from '#client/live/registry.ts'
import { markUnread } from '#client/ui/page-title.ts'

export interface Badges {
  /** Those about conversations are left out: the badge of Messages stands for them (DECISIONS row 708). */
  notifications: number
  messages: number
  /** Requests of strangers with something unread. They have a mark instead of a number (LIVE L37). */
  requests: number
  /** Pending reports, for admins and moderators; 0 for everybody else. */
  reports: number
}

/** The viewer's unread counts: those of the document until the stores know their own. */
export function useBadges(): Badges {
  const atStart = useViewerStore(({ unread }) => unread)
  const { count, chats } = useUnreadNotifications()
  return {
    notifications: count - chats,
    messages: useUnreadMessages() ?? atStart?.messages ?? 0,
    requests: useUnreadRequests() ?? atStart?.requests ?? 0,
    reports: useViewerStore(({ user, pending }) =>
      user?.isAdmin || user?.isModerator ? (pending?.reports ?? 0) : 0,
    ),
  }
}

/** Spoken after the number 1; `plural` makes the others. */
export const BADGE_LABEL = {
  notifications: 'unread notification',
  messages: 'unread message',
  reports: 'waiting report',
} as const

/** Red for what the site has promised to answer (product section 2, Reports tab). */
export const BADGE_TONE = { notifications: 'royal', messages: 'royal', reports: 'danger' } as const

const loadBadges = async (): Promise<void> => {
  await Promise.all([
    import('#client/features/messages/data/messages.live.ts'),
    import('#client/features/notifications/data/notifications.live.ts'),
  ])
}

// When the code cannot be loaded, the next resync loads it.
onResync('badges', loadBadges)

/** Loads what fills the badges and sends the outbox, once the screen is drawn. */
export const useLiveBadges = (): void =>
  useEffect(() => {
    loadBadges().catch(() => undefined)
  }, [])

/** Shows on the browser's tab that something is unread. A conversation with unread messages is one notification. */
export function useTabMark(): void {
  const { count } = useUnreadNotifications()
  useEffect(() => markUnread(count), [count])
  useEffect(() => () => markUnread(0), [])
}
