import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { PAGE } from '#contract/limits.ts'
import { fetchNotifications } from '#client/features/notifications/data/notifications.api.ts'
import { upsertNotifications } from '#client/features/notifications/data/notifications.store.ts'

/** The loaded pages of both lists. The records are in the store, where pushes update them. */
export function useNotificationLists() {
  const unread = useInfiniteQuery({
    queryKey: ['/api/notifications', 'unread'],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam }) => {
      const page = await fetchNotifications({ state: 'unread', before: pageParam })
      upsertNotifications(page)
      return { next: page.length < PAGE.notifications ? undefined : page.at(-1)?.seq }
    },
    getNextPageParam: ({ next }) => next,
  })
  const read = useQuery({
    queryKey: ['/api/notifications', 'read'],
    queryFn: async () => {
      const page = await fetchNotifications({ state: 'read' })
      upsertNotifications(page)
      return page.length
    },
  })
  return { unread, loading: unread.isPending || read.isPending, failed: unread.isError || read.isError }
}
