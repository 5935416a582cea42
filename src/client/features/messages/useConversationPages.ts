import { useInfiniteQuery } from '@tanstack/react-query'
import { PAGE } from '#contract/limits.ts'
import { upsertConversations } from '#client/features/messages/data/conversations.store.ts'
import { fetchConversations } from '#client/features/messages/data/messages.api.ts'

/** The receipt of the list: how far it has been fetched. The records themselves live in the store. */
export const useConversationPages = () =>
  useInfiniteQuery({
    queryKey: ['/api/messages/conversations'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const page = await fetchConversations(pageParam)
      upsertConversations(page)
      return { next: page.length < PAGE.conversations ? undefined : page.at(-1)?.lastMessage?.createdAt }
    },
    getNextPageParam: ({ next }) => next,
  })
