import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { PAGE } from '#contract/limits.ts'
import { loadNotifications } from '#client/features/notifications/data/notifications.actions.ts'

/** The loaded pages of both lists. The records are in the store, where pushes update them. */
export function useNotificationLists() {
  const unread = useInfiniteQuery({
    queryKey: ['/api/notifications', 'unread'],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam }) => {
      const page = await loadNotifications({ state: 'unread', before: pageParam })
      return { next: page.length < PAGE.notifications ? undefined : page.at(-1)?.seq }
    },
    getNextPageParam: ({ next }) => next,
  })
  const read = useQuery({
    queryKey: ['/api/notifications', 'read'],
    queryFn: async () => {
      const page = await loadNotifications({ state: 'read' })
      return page.length
    },
  })
  return { unread, loading: unread.isPending || read.isPending, failed: unread.isError || read.isError }
}
