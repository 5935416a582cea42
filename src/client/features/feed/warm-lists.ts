import type { QueryClient } from '@tanstack/react-query'
import { pagesOf } from './usePostList.ts'
import { FOR_YOU, postsBy } from './sources.ts'

/** Reads the first page of the feed as a visitor's screen will ask for it, a moment before. */
export const warmFeed = (client: QueryClient): Promise<unknown> => client.prefetchInfiniteQuery(pagesOf(FOR_YOU, null))

/** The same for one person's posts. */
export const warmPostsBy = (client: QueryClient, handle: string): Promise<unknown> => client.prefetchInfiniteQuery(pagesOf(postsBy(handle), null))
