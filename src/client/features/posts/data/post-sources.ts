import { tagOf } from '#contract/rich-text.ts'
import type { Listed } from '#client/live/list/pages.ts'
import type { ListSource } from '#client/live/list/fetch-pages.ts'
import { postList, postListKey, type PostSource } from './post-lists.ts'
import { fetchPosts, fetchPostsOf } from './posts.api.ts'
import { applyPosts } from './posts.store.ts'

/** 'For you': everybody's posts. */
export const FOR_YOU = postList('feed', (cursor, signal) => fetchPosts({ cursor }, signal), { topic: 'feed' })

/** Posts of the followed people. */
export const FOLLOWING = postList(
  'following',
  (cursor, signal) => fetchPosts({ cursor, type: 'following' }, signal),
  { topic: 'following' },
)

/** Search results are fresh for two minutes (product section 9). ms. */
export const SEARCH_FRESH = 120_000

/** Posts with a hashtag, given without its sign. */
export const postsTagged = (tag: string): PostSource =>
  postList(`tag:${tagOf(tag)}`, (cursor, signal) => fetchPosts({ cursor, tag }, signal), {
    fresh: SEARCH_FRESH,
  })

/** Posts with these words. */
export const postsFound = (q: string): PostSource =>
  postList(`words:${q}`, (cursor, signal) => fetchPosts({ cursor, q }, signal), { fresh: SEARCH_FRESH })

/** The posts with the most reactions among those that a search finds. Their figures are pushed, not their order. */
export const topPosts = (kind: 'tag' | 'words', words: string): ListSource<Listed> => ({
  key: postListKey(`top:${kind}:${words}`),
  fresh: SEARCH_FRESH,
  read: async (_, signal) => {
    const askedAt = Date.now()
    const posts = await fetchPosts(
      { ...(kind === 'tag' ? { tag: words } : { q: words }), sort: 'top' },
      signal,
    )
    applyPosts(posts, askedAt)
    return { rows: posts.map(({ id }) => ({ id })), next: undefined }
  },
})

/** One person's posts. */
export const postsBy = (handle: string): PostSource =>
  postList(`by:${handle}`, (cursor, signal) => fetchPostsOf(handle, cursor, signal))

/** No push announces new entries of these lists: after this time they are fetched again. ms. */
const TAB_FRESH = 10_000

/** One person's posts with a picture or a video. */
export const mediaBy = (handle: string): PostSource =>
  postList(`media:${handle}`, (cursor, signal) => fetchPostsOf(handle, cursor, signal, 'media'), {
    fresh: TAB_FRESH,
  })

/** The posts one person reacted to. */
export const likedBy = (handle: string): PostSource =>
  postList(`likes:${handle}`, (cursor, signal) => fetchPostsOf(handle, cursor, signal, 'likes'), {
    fresh: TAB_FRESH,
  })
