import { PAGE } from '#contract/limits.ts'
import type { NotificationView, NotificationsQuery } from '#contract/notifications.ts'
import { onReset } from '#client/live/registry.ts'
import { applyAbouts } from './abouts.store.ts'
import { fetchNotifications, postNotificationsRead } from './notifications.api.ts'
import {
  applyNotifications,
  applyUnreadCount,
  keepOnly,
  markRead,
  useNotificationsStore,
} from './notifications.store.ts'

/** When the oldest of the loaded pages was asked for, epoch ms; 0: none is loaded. */
let oldestAskedAt = 0
export const notificationsReadAt = (): number => oldestAskedAt
/** All loaded pages were asked for from this moment on, epoch ms. */
export const noteNotificationsRead = (askedAt: number): void => void (oldestAskedAt = askedAt)
onReset(() => noteNotificationsRead(0))

/** Keeps notifications from a page or a push, with what they are about. */
export function takeNotifications(notifications: readonly NotificationView[]): void {
  applyAbouts(notifications)
  applyNotifications(notifications)
}

/** Loads a page of notifications, newest first, and answers it. Throws ApiError. */
export async function loadNotifications(query: NotificationsQuery): Promise<readonly NotificationView[]> {
  oldestAskedAt ||= Date.now()
  const page = await fetchNotifications(query)
  takeNotifications(page)
  return page
}

/** Throws ApiError; then they stay unread. */
export async function markNotificationsRead(ids: string[]): Promise<void> {
  applyUnreadCount(await postNotificationsRead(ids))
  markRead(ids)
}

/** When a link is followed or a row was seen. If the call fails, they stay unread. */
export const markReadQuietly = (ids: string[]): void => void markNotificationsRead(ids).catch(() => undefined)

/**
 * Fetches the loaded pages again: what was read elsewhere has a newer rev under an old seq, some may be
 * deleted, and what they are about may have changed. Throws ApiError.
 */
export async function refetchHeld(): Promise<void> {
  const count = useNotificationsStore.getState().records.size
  if (count === 0) return
  const askedAt = Date.now()
  let before: number | undefined
  for (let seen = 0; seen < count;) {
    const known = useNotificationsStore.getState().records
    const page = await fetchNotifications({ before })
    takeNotifications(page)
    const isEnd = page.length < PAGE.notifications
    const highest = before === undefined ? Infinity : before - 1
    const lowest = isEnd ? 0 : page.at(-1)!.seq
    keepOnly(new Set(page.map(({ id }) => id)), { lowest, highest, known })
    if (isEnd) break
    seen += page.length
    before = page.at(-1)!.seq
  }
  noteNotificationsRead(askedAt)
}
