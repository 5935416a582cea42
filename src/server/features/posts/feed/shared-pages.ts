import { PAGE } from '#contract/limits.ts'
import {
  invalidateAll,
  dropCachedPost,
  hydratePosts,
  cachePost,
  toCachedPost,
  weightOf,
  type CachedPost,
} from '#server/features/posts/cached-posts.ts'
import type { PostList } from '#server/features/posts/post-lists.ts'
import { bus } from '#server/platform/bus.ts'
import { createReadCache } from '#server/platform/cache/read-cache.ts'
import { wholePage } from '#server/platform/cursor-pages.ts'

/**
 * A page as it is before anybody looks at it: rules and the viewer's own part come after (PERFORMANCE, Design
 * 1).
 */
export interface SharedPage {
  readonly posts: readonly CachedPost[]
  /** Nothing comes after it. */
  readonly end: boolean
  /** Where the list goes on: milliseconds of its last row; null for an empty page. */
  readonly edge: number | null
}

/** Changes made by a process that shares no bus (a script) are noticed after this time. */
const FRESH_MS = 1_000
const MEGABYTE = 1024 * 1024

const pages = createReadCache<SharedPage, { list: PostList; before: number | null }>({
  name: 'pages',
  load: (_, { list, before }) => readPage(list, before),
  max: 5_000,
  maxSize: 64 * MEGABYTE,
  sizeOf: ({ posts }) => 1024 + posts.reduce((sum, post) => sum + weightOf(post), 0),
  freshMs: FRESH_MS,
})

/**
 * A page of a list. One read serves everybody who asks while nothing changes; whoever asks after a change
 * gets a read that began after it. So nobody ever sees less than the last event they may have heard of.
 */
export const sharedPage = (list: PostList, before: number | null): Promise<SharedPage> =>
  pages.get(`${before ?? ''}|${list.key}`, { list, before })

/** One post, by the same rule; null when there is none. */
export async function sharedPost(postId: string): Promise<CachedPost | null> {
  const { posts } = await sharedPage(
    { key: `post:${postId}`, rows: async () => [{ id: postId, authorId: '', at: 0 }] },
    null,
  )
  return posts[0] ?? null
}

async function readPage(list: PostList, before: number | null): Promise<SharedPage> {
  const { rows, end } = await wholePage(list.rows, before, PAGE.posts)
  return { posts: await hydratePosts(rows.map(({ id }) => id)), end, edge: rows.at(-1)?.at ?? null }
}

/**
 * Whatever changes a post here or in another process makes pages and cached posts follow, before anybody else
 * hears of it.
 */
export function keepPagesFresh(): () => void {
  const stops = [
    bus.onCluster('post:created', ({ post }) => {
      pages.clear()
      cachePost(toCachedPost(post))
    }),
    bus.onCluster('post:updated', ({ post }) => {
      pages.clear()
      cachePost(toCachedPost(post))
    }),
    bus.onCluster('post:deleted', ({ id, rev }) => {
      pages.clear()
      dropCachedPost(id, rev)
    }),
    bus.onCluster('changes:untold', forgetPages),
  ]
  return () => stops.forEach((stop) => stop())
}

/** For changes of many posts at once that are not told one by one. */
export function forgetPages(): void {
  pages.clear()
  invalidateAll()
}
