import { useShallow } from 'zustand/react/shallow'
import type { NotificationView, NotificationsQuery, UnreadCountView } from '#contract/notifications.ts'
import { useViewerStore } from '#client/features/account/data/viewer/viewer.store.ts'
import { createCollection } from '#client/live/collection.ts'
import type { Records } from '#client/live/records.ts'

interface NotificationsExtra {
  /** The server's number of unread notifications; `rev` orders the counts (LIVE L2). */
  unread: UnreadCountView
}

const notifications = createCollection<NotificationView, NotificationsExtra>({
  limit: 500,
  keepFirst: (a, b) => b.seq - a.seq,
  extra: { unread: { count: 0, chats: 0, rev: -1 } },
})

export const useNotificationsStore = notifications.use
export const applyNotifications = notifications.apply

/** Removes a notification whose cause is gone, so that no older copy restores it. It may come back newer. */
export const dropNotification = notifications.markDeleted

interface Part {
  isRead: boolean
  only: NotificationsQuery['only']
  lowest: number
  highest: number
  /** The records when the server was asked. */
  known: Records<NotificationView>
}

/**
 * An answer has all unread ones, or all read ones, from `lowest` to `highest` seq: others stored there have gone or
 * changed their side, unless they came (back) since the question.
 */
export function retainOnly(
  answer: readonly NotificationView[],
  { isRead, only, lowest, highest, known }: Part,
): void {
  const ids = new Set(answer.map(({ id }) => id))
  const gone = [...notifications.records().values()].filter(
    (one) =>
      one.read === isRead &&
      isIn(one, only) &&
      one.seq >= lowest &&
      one.seq <= highest &&
      !ids.has(one.id) &&
      known.get(one.id) === one,
  )
  notifications.remove(gone.map(({ id }) => id))
}

/** The server has them as read. It raised their rev, so an older copy changes nothing. */
export function markRead(ids: readonly string[]): void {
  const unread = ids.flatMap((id) => notifications.get(id) ?? []).filter(({ read }) => !read)
  notifications.put(unread.map((one) => ({ ...one, read: true })))
}

export const applyUnreadCount = (unread: UnreadCountView): void =>
  useNotificationsStore.setState((state) => (unread.rev >= state.unread.rev ? { unread } : state))

/** Highest seq held; 0 while nothing is. */
export const newestSeq = (): number =>
  [...useNotificationsStore.getState().records.values()].reduce((most, { seq }) => Math.max(most, seq), 0)

const NONE: UnreadCountView = { count: 0, chats: 0, rev: 0 }

/** That of the document until the server has said more. */
export function useUnreadNotifications(): UnreadCountView {
  const atStart = useViewerStore(({ unread }) => unread?.notifications)
  const unread = useNotificationsStore((state) => state.unread)
  return unread.rev < 0 ? (atStart ?? NONE) : unread
}

/** Whether the notification is in this list: of all, or of those that call their reader by name. */
const isIn = ({ type }: NotificationView, only: NotificationsQuery['only']): boolean =>
  only === undefined || type === 'MENTION'

/** The loaded unread ones. */
export const unreadIds = (only?: NotificationsQuery['only']): string[] =>
  [...notifications.records().values()].filter((one) => !one.read && isIn(one, only)).map(({ id }) => id)

/** Unread ones or read ones, newest first. */
export const useNotifications = (read: boolean, only?: NotificationsQuery['only']): NotificationView[] =>
  useNotificationsStore(
    useShallow(({ records }) =>
      [...records.values()]
        .filter((one) => one.read === read && isIn(one, only))
        .sort((a, b) => b.seq - a.seq),
    ),
  )
