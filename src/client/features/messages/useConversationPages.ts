import { useInfiniteQuery } from '@tanstack/react-query'
import { PAGE } from '#contract/limits.ts'
import { loadConversations } from '#client/features/messages/data/messages.actions.ts'

/** The receipt of the list: how far it has been fetched. The records themselves live in the store. */
export const useConversationPages = () =>
  useInfiniteQuery({
    queryKey: ['/api/messages/conversations'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const page = await loadConversations(pageParam)
      return { next: page.length < PAGE.conversations ? undefined : page.at(-1)?.lastMessage?.createdAt }
    },
    getNextPageParam: ({ next }) => next,
  })
