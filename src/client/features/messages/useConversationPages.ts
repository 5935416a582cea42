import { useInfiniteQuery } from '@tanstack/react-query'
import { PAGE } from '#contract/limits.ts'
import { loadConversations } from '#client/features/messages/data/messages.actions.ts'

/** The pages of the list that are loaded. The records are in the store. */
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
