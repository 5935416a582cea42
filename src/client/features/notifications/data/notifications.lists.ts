import { PAGE } from '#contract/limits.ts'
import type { NotificationView, NotificationsQuery } from '#contract/notifications.ts'
import type { PageOf } from '#contract/site.first-page.ts'
import { isUnchangedAtReady } from '#client/live/connection.store.ts'
import { hasMore, listWatched, fetchMore, seedList } from '#client/live/list/live-list.ts'
import { pageOf, type Listed, type Page } from '#client/live/list/pages.ts'
import type { ListSource } from '#client/live/list/fetch-pages.ts'
import { takeNotifications } from './notifications.actions.ts'
import { fetchNotifications } from './notifications.api.ts'
import { retainOnly, useNotificationsStore } from './notifications.store.ts'

/** All notifications, or those that call their reader by name. */
export type Only = NotificationsQuery['only']
type State = 'unread' | 'read'

/** Lists that were closed are read again when they are older, ms. */
const FRESH_MS = 600_000

const keyOf = (state: State, only: Only) => `notifications: ${state} ${only ?? 'all'}`

/** Of the read ones only the newest page is shown. */
function pageIn(state: State, notifications: readonly NotificationView[]): Page<Listed> {
  const { next } = pageOf(notifications, PAGE.notifications, ({ seq }) => String(seq))
  return { rows: notifications.map(({ id }) => ({ id })), next: state === 'read' ? undefined : next }
}

/** The unread ones or the newest read ones, newest first. The records are in the store, where pushes update them. */
export const notificationsOf = (state: State, only: Only): ListSource<Listed> => ({
  key: keyOf(state, only),
  fresh: FRESH_MS,
  isUnchanged: isUnchangedAtReady,
  read: async (cursor) => {
    const before = cursor === undefined ? undefined : Number(cursor)
    const { records: known } = useNotificationsStore.getState()
    const page = await fetchNotifications({ only, state, before })
    takeNotifications(page)
    const lowest = page.length < PAGE.notifications ? 0 : page.at(-1)!.seq
    retainOnly(page, {
      isRead: state === 'read',
      only,
      lowest,
      highest: before ? before - 1 : Infinity,
      known,
    })
    return pageIn(state, page)
  },
})

/** The first pages of a server-rendered document. `askedAt`: when they were read, epoch ms. */
export function seedNotifications(
  { unread, read }: PageOf<'notifications'>,
  _: unknown,
  askedAt: number,
): void {
  takeNotifications([...unread, ...read])
  seedList(keyOf('unread', undefined), pageIn('unread', unread), askedAt)
  seedList(keyOf('read', undefined), pageIn('read', read), askedAt)
}

/** What the notifications on screen are about is pushed from now on. */
export function aboutsWatched(_postId: string, unchangedSince: number): void {
  for (const state of ['unread', 'read'] as const)
    for (const only of [undefined, 'mentions'] as const) listWatched(keyOf(state, only), unchangedSince)
}

/** Reads on until there are no more unread ones, or enough are here. Throws ApiError. */
export async function fetchUnread(only: Only, isEnough: () => boolean): Promise<void> {
  const key = keyOf('unread', only)
  while (hasMore(key) && !isEnough()) await fetchMore(key)
}
