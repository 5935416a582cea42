import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { NotificationView } from '#contract/notifications.ts'
import { acceptNewer } from '#client/live/records.ts'

/** Records kept; the oldest go first (LIVE L17). */
const MOST = 500

interface NotificationsState {
  records: ReadonlyMap<string, NotificationView>
  /** The server's own count of unread ones; `rev` orders counts (LIVE L2). */
  unread: { count: number; rev: number }
}

export const useNotificationsStore = create<NotificationsState>(() => ({ records: new Map(), unread: { count: 0, rev: -1 } }))

export function upsertNotifications(notifications: readonly NotificationView[]): void {
  useNotificationsStore.setState(({ records }) => ({
    records: bounded(notifications.reduce<ReadonlyMap<string, NotificationView>>(acceptNewer, records)),
  }))
}

function bounded(records: ReadonlyMap<string, NotificationView>): ReadonlyMap<string, NotificationView> {
  if (records.size <= MOST) return records
  return new Map([...records].sort(([, a], [, b]) => b.seq - a.seq).slice(0, MOST))
}

export const takeUnreadCount = (unread: { count: number; rev: number }): void =>
  useNotificationsStore.setState((state) => (unread.rev >= state.unread.rev ? { unread } : state))

/** Highest seq held; 0 while nothing is. */
export const newestSeq = (): number =>
  [...useNotificationsStore.getState().records.values()].reduce((most, { seq }) => Math.max(most, seq), 0)

export const useUnreadNotifications = (): number => useNotificationsStore((state) => state.unread.count)

/** Unread ones or read ones, newest first. */
export const useNotifications = (read: boolean): NotificationView[] =>
  useNotificationsStore(
    useShallow((state) => [...state.records.values()].filter((one) => one.read === read).sort((a, b) => b.seq - a.seq)),
  )

export const forgetNotifications = (): void => useNotificationsStore.setState({ records: new Map(), unread: { count: 0, rev: -1 } })
