import { useEffect } from 'react'
import type { NotificationView } from '#contract/notifications.ts'
import { followAbouts, subjectOf } from '#client/features/notifications/data/abouts.store.ts'
import {
  aboutsWatched,
  notificationsOf,
  type Only,
} from '#client/features/notifications/data/notifications.lists.ts'
import { useList } from '#client/live/list/use-list.ts'
import { useWatchPosts } from '#client/live/watch.ts'

/** The lists on screen. Their records are in the store. */
export function useNotificationLists(only?: Only) {
  const unread = useList(notificationsOf('unread', only))
  const read = useList(notificationsOf('read', only))
  return {
    unread,
    loading: unread.loading || read.loading,
    failed: unread.failed || unread.next.failed || read.failed,
  }
}

/** Keeps what these notifications are about up to date while they are on screen. */
export function useFollowAbouts(shown: readonly NotificationView[]): void {
  useEffect(followAbouts, [])
  useWatchPosts([...new Set(shown.flatMap((one) => subjectOf(one).postId ?? []))], aboutsWatched)
}
