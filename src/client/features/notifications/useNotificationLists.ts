import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { PAGE } from '#contract/limits.ts'
import type { NotificationsQuery, NotificationView } from '#contract/notifications.ts'
import type { PageOf } from '#contract/site.first-page.ts'
import { followAbouts, subjectOf } from '#client/features/notifications/data/abouts.store.ts'
import {
  loadNotifications,
  noteNotificationsRead,
  notificationsReadAt,
  refetchHeld,
  takeNotifications,
} from '#client/features/notifications/data/notifications.actions.ts'
import { newestSeq } from '#client/features/notifications/data/notifications.store.ts'
import { refetchOnSubscribe } from '#client/live/after-watch.ts'
import { isUnchangedAtReady } from '#client/live/connection.store.ts'
import { onResync, type ResyncCause } from '#client/live/registry.ts'
import { useWatchPosts } from '#client/live/watch.ts'

/** All notifications, or those that call their reader by name. */
export type Only = NotificationsQuery['only']

const unreadPages = (only: Only) =>
  infiniteQueryOptions({
    queryKey: ['/api/notifications', 'unread', only],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam }) =>
      pageOf(await loadNotifications({ only, state: 'unread', before: pageParam })),
    getNextPageParam: ({ next }) => next,
  })

const readPage = (only: Only) =>
  queryOptions({
    queryKey: ['/api/notifications', 'read', only],
    queryFn: async () => (await loadNotifications({ only, state: 'read' })).length,
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
export function useNotificationLists(only?: Only) {
  const unread = useInfiniteQuery(unreadPages(only))
  const read = useQuery(readPage(only))
  useEffect(() => onResync('empty notification lists', fillEmptyLists), [])
  return { unread, loading: unread.isPending || read.isPending, failed: unread.isError || read.isError }
}

/** Keeps what these notifications are about up to date while they are on screen. */
export function useFollowAbouts(shown: readonly NotificationView[]): void {
  useEffect(followAbouts, [])
  useWatchPosts([...new Set(shown.flatMap((one) => subjectOf(one).postId ?? []))], aboutsWatched)
}

/** When the refetch that is under way was asked for, epoch ms: the posts of a page are watched together. */
let askedAt = 0

const aboutsWatched = (_postId: string, unchangedSince: number): void =>
  refetchOnSubscribe(
    unchangedSince,
    () => Math.max(askedAt, notificationsReadAt()),
    async () => {
      askedAt = Date.now()
      try {
        await refetchHeld()
      } finally {
        askedAt = 0
      }
    },
  )

/** Puts the first pages where the lists look for them. `askedAt`: when they were read, epoch ms. */
export function seedNotifications(
  { unread, read }: PageOf<'notifications'>,
  client: QueryClient,
  askedAt: number,
): void {
  const updated = { updatedAt: askedAt }
  noteNotificationsRead(askedAt)
  takeNotifications([...unread, ...read])
  const pages = { pages: [pageOf(unread)], pageParams: [undefined] }
  client.setQueryData(unreadPages(undefined).queryKey, pages, updated)
  client.setQueryData(readPage(undefined).queryKey, read.length, updated)
}
