import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { PAGE } from '#contract/limits.ts'
import type { NotificationView } from '#contract/notifications.ts'
import type { PageOf } from '#contract/site.first-page.ts'
import {
  loadNotifications,
  noteNotificationsRead,
  notificationsReadAt,
} from '#client/features/notifications/data/notifications.actions.ts'
import { applyNotifications, newestSeq } from '#client/features/notifications/data/notifications.store.ts'
import { isUnchangedAtReady } from '#client/live/connection.store.ts'
import { onResync, type ResyncCause } from '#client/live/registry.ts'

const unreadPages = infiniteQueryOptions({
  queryKey: ['/api/notifications', 'unread'],
  initialPageParam: undefined as number | undefined,
  queryFn: async ({ pageParam }) => pageOf(await loadNotifications({ state: 'unread', before: pageParam })),
  getNextPageParam: ({ next }) => next,
})

const readPage = queryOptions({
  queryKey: ['/api/notifications', 'read'],
  queryFn: async () => (await loadNotifications({ state: 'read' })).length,
})

const pageOf = (page: readonly NotificationView[]) => ({
  next: page.length < PAGE.notifications ? undefined : page.at(-1)?.seq,
})

/**
 * The resync of notifications refetches the loaded ones. With empty lists it would miss the first
 * notification.
 */
async function fillEmptyLists(cause: ResyncCause): Promise<void> {
  if (newestSeq() === 0 && !isUnchangedAtReady(cause, notificationsReadAt())) await loadNotifications({})
}

/** The loaded pages of both lists. The records are in the store, where pushes update them. */
export function useNotificationLists() {
  const unread = useInfiniteQuery(unreadPages)
  const read = useQuery(readPage)
  useEffect(() => onResync('empty notification lists', fillEmptyLists), [])
  return { unread, loading: unread.isPending || read.isPending, failed: unread.isError || read.isError }
}

/** Puts the first pages where the lists look for them. `askedAt`: when they were read, epoch ms. */
export function seedNotifications(
  { unread, read }: PageOf<'notifications'>,
  client: QueryClient,
  askedAt: number,
): void {
  const updated = { updatedAt: askedAt }
  noteNotificationsRead(askedAt)
  applyNotifications([...unread, ...read])
  client.setQueryData(unreadPages.queryKey, { pages: [pageOf(unread)], pageParams: [undefined] }, updated)
  client.setQueryData(readPage.queryKey, read.length, updated)
}
