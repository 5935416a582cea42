import type { PostView } from '#contract/posts.ts'
import { tagOf } from '#contract/rich-text.ts'
import type { ListKey } from './post-lists.store.ts'
import { fetchPosts, fetchPostsOf } from './posts.api.ts'

/** A list of posts. The object must be stable. */
export interface PostSource {
  key: ListKey
  /** Fetches a page, newest first; the head without a cursor. */
  read: (cursor?: string, signal?: AbortSignal) => Promise<PostView[]>
  /**
   * How long a fetched list counts as fresh, ms. Default: for ever, because pushes and resyncs keep it up to
   * date.
   */
  fresh?: number
}

/** 'For you': everybody's posts. */
export const FOR_YOU: PostSource = { key: 'feed', read: (cursor, signal) => fetchPosts({ cursor }, signal) }

/** Posts of the followed people. */
export const FOLLOWING: PostSource = {
  key: 'following',
  read: (cursor, signal) => fetchPosts({ cursor, type: 'following' }, signal),
}

/** Search results are fresh for two minutes (product section 9). ms. */
export const SEARCH_FRESH = 120_000

/** Posts with a hashtag, given without its sign. */
export const postsTagged = (tag: string): PostSource => ({
  key: `tag:${tagOf(tag)}`,
  read: (cursor, signal) => fetchPosts({ cursor, tag }, signal),
  fresh: SEARCH_FRESH,
})

/** Posts with these words. */
export const postsFound = (q: string): PostSource => ({
  key: `words:${q}`,
  read: (cursor, signal) => fetchPosts({ cursor, q }, signal),
  fresh: SEARCH_FRESH,
})

/** One person's posts. */
export const postsBy = (handle: string): PostSource => ({
  key: `by:${handle}`,
  read: (cursor, signal) => fetchPostsOf(handle, cursor, signal),
})

/** No push announces new entries of these lists: after this time they are fetched again. ms. */
const TAB_FRESH = 10_000

/** One person's posts with a picture or a video. */
export const mediaBy = (handle: string): PostSource => ({
  key: `media:${handle}`,
  read: (cursor, signal) => fetchPostsOf(handle, cursor, signal, 'media'),
  fresh: TAB_FRESH,
})

/** The posts one person reacted to. */
export const likedBy = (handle: string): PostSource => ({
  key: `likes:${handle}`,
  read: (cursor, signal) => fetchPostsOf(handle, cursor, signal, 'likes'),
  fresh: TAB_FRESH,
})
