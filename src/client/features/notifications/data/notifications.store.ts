import { createStore } from '#client/live/create-store.ts'
import { useShallow } from 'zustand/react/shallow'
import type { NotificationView } from '#contract/notifications.ts'
import { onReset } from '#client/live/registry.ts'
import { acceptNewer, withoutRecord } from '#client/live/records.ts'

/** Records kept; the oldest go first (LIVE L17). */
const MOST = 500

interface NotificationsState {
  records: ReadonlyMap<string, NotificationView>
  /** Marked here, not yet confirmed by a newer record: laid over it. */
  marked: ReadonlySet<string>
  /** The server's own count of unread ones; `rev` orders counts (LIVE L2). */
  unread: { count: number; rev: number }
}

const NOTHING: NotificationsState = { records: new Map(), marked: new Set(), unread: { count: 0, rev: -1 } }

export const useNotificationsStore = createStore<NotificationsState>(() => NOTHING)

export function upsertNotifications(notifications: readonly NotificationView[]): void {
  useNotificationsStore.setState((state) => {
    const records = bounded(
      notifications.reduce<ReadonlyMap<string, NotificationView>>(acceptNewer, state.records),
    )
    return { records, marked: stillNeeded(state.marked, records) }
  })
}

/** Nobody did that any more. */
export function dropNotifications(ids: readonly string[]): void {
  useNotificationsStore.setState(({ records }) => ({
    records: ids.reduce<ReadonlyMap<string, NotificationView>>(withoutRecord, records),
  }))
}

/**
 * What the server has from `lowest` to `highest` seq is all there is: the rest of what is held there has gone
 * meanwhile.
 */
export function keepOnly(ids: ReadonlySet<string>, lowest: number, highest: number): void {
  const held = [...useNotificationsStore.getState().records.values()]
  dropNotifications(
    held.filter(({ id, seq }) => seq >= lowest && seq <= highest && !ids.has(id)).map(({ id }) => id),
  )
}

function bounded(records: ReadonlyMap<string, NotificationView>): ReadonlyMap<string, NotificationView> {
  if (records.size <= MOST) return records
  return new Map([...records].sort(([, a], [, b]) => b.seq - a.seq).slice(0, MOST))
}

// The overlay goes as soon as the record says the same (ARCHITECTURE, Optimism).
const stillNeeded = (marked: ReadonlySet<string>, records: ReadonlyMap<string, NotificationView>) =>
  marked.size === 0 ? marked : new Set([...marked].filter((id) => records.get(id)?.read === false))

/** The server has them as read: shown so until the records say it themselves. */
export const markRead = (ids: readonly string[]): void =>
  useNotificationsStore.setState(({ marked }) => ({ marked: new Set([...marked, ...ids]) }))

export const takeUnreadCount = (unread: { count: number; rev: number }): void =>
  useNotificationsStore.setState((state) => (unread.rev >= state.unread.rev ? { unread } : state))

/** Highest seq held; 0 while nothing is. */
export const newestSeq = (): number =>
  [...useNotificationsStore.getState().records.values()].reduce((most, { seq }) => Math.max(most, seq), 0)

export const useUnreadNotifications = (): number => useNotificationsStore((state) => state.unread.count)

/** Unread ones or read ones, newest first. */
export const useNotifications = (read: boolean): NotificationView[] =>
  useNotificationsStore(
    useShallow(({ records, marked }) =>
      [...records.values()]
        .filter((one) => (one.read || marked.has(one.id)) === read)
        .sort((a, b) => b.seq - a.seq),
    ),
  )

onReset(() => useNotificationsStore.setState(NOTHING))
