import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { PAGE } from '#contract/limits.ts'
import type { ConversationView } from '#contract/messages.ts'
import {
  loadConversations,
  seedNewestConversations,
} from '#client/features/messages/data/messages.actions.ts'

const conversationPages = infiniteQueryOptions({
  queryKey: ['/api/messages/conversations'],
  initialPageParam: undefined as string | undefined,
  queryFn: async ({ pageParam }) => pageOf(await loadConversations(pageParam)),
  getNextPageParam: ({ next }) => next,
})

const pageOf = (page: readonly ConversationView[]) => ({
  next: page.length < PAGE.conversations ? undefined : page.at(-1)?.lastMessage?.createdAt,
})

/** The pages of the list that are loaded. The records are in the store. */
export const useConversationPages = () => useInfiniteQuery(conversationPages)

/** Puts the first page where the list looks for it. `askedAt`: when it was read, epoch ms. */
export function seedConversations(
  client: QueryClient,
  conversations: readonly ConversationView[],
  askedAt: number,
): void {
  seedNewestConversations(conversations, askedAt)
  client.setQueryData(
    conversationPages.queryKey,
    { pages: [pageOf(conversations)], pageParams: [undefined] },
    { updatedAt: askedAt },
  )
}
