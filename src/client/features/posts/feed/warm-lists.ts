import type { QueryClient } from '@tanstack/react-query'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { prepareStillMedia } from '#client/features/media/MediaBox.tsx'
import { pagesOf } from './usePostList.ts'
import type { PostSource } from './usePostList.ts'
import { FOR_YOU, postsBy } from './sources.ts'

/** Reads the first page of the feed as the screen will ask for it, a moment before. */
export const warmFeed = (client: QueryClient): Promise<unknown> => warm(client, FOR_YOU)

/** The same for one person's posts. */
export const warmPostsBy = (client: QueryClient, handle: string): Promise<unknown> =>
  warm(client, postsBy(handle))

const warm = (client: QueryClient, source: PostSource) =>
  Promise.all([
    prepareStillMedia(),
    client.prefetchInfiniteQuery(pagesOf(source, currentViewer()?.id ?? null)),
  ])
