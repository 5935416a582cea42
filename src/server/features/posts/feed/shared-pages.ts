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

/** A page without the viewer's part: filters and own reactions come later. */
export interface SharedPage {
  readonly posts: readonly CachedPost[]
  /** There are no posts after it. */
  readonly end: boolean
  /** Where the list continues: createdAt of its last row in milliseconds; null for an empty page. */
  readonly edge: number | null
}

/** A script, which has no bus, shows its changes after this time. */
const FRESH_MS = 1_000
const MEGABYTE = 1024 * 1024

const pages = createReadCache<SharedPage, { list: PostList; before: number | null }>({
  name: 'pages',
  load: (_, { list, before }) => loadPage(list, before),
  max: 5_000,
  maxSize: 64 * MEGABYTE,
  sizeOf: ({ posts }) => 1024 + posts.reduce((sum, post) => sum + weightOf(post), 0),
  freshMs: FRESH_MS,
})

/**
 * A page of a list. One read serves all requests until something changes; a request after a change gets a
 * read that began after it. So nobody gets less than the last event they have received.
 */
export const sharedPage = (list: PostList, before: number | null): Promise<SharedPage> =>
  pages.get(`${before ?? ''}|${list.key}`, { list, before })

/** A post, by the same rule; null when there is none. */
export async function sharedPost(postId: string): Promise<CachedPost | null> {
  const { posts } = await sharedPage(
    { key: `post:${postId}`, skeleton: async () => [{ id: postId, authorId: '', at: 0 }] },
    null,
  )
  return posts[0] ?? null
}

async function loadPage(list: PostList, before: number | null): Promise<SharedPage> {
  const { rows, end } = await wholePage(list.skeleton, before, PAGE.posts)
  return { posts: await hydratePosts(rows.map(({ id }) => id)), end, edge: rows.at(-1)?.at ?? null }
}

/** Updates pages and cached posts when a post changes in whatever process, before anybody is notified. */
export function invalidatePages(): () => void {
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

/** For changes of many posts without an event each. */
export function forgetPages(): void {
  pages.clear()
  invalidateAll()
}
