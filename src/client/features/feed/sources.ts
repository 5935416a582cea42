import { fetchPosts, fetchPostsOf } from '#client/entities/posts/posts.api.ts'
import type { PostSource } from './usePostList.ts'

/** For you: everybody's posts. */
export const FOR_YOU: PostSource = { key: 'feed', read: (cursor, signal) => fetchPosts({ cursor }, signal) }

/** Posts of the people one follows. */
export const FOLLOWING: PostSource = { key: 'following', read: (cursor, signal) => fetchPosts({ cursor, type: 'following' }, signal) }

/** One person's posts. */
export const postsBy = (handle: string): PostSource => ({
  key: `by:${handle}`,
  read: (cursor, signal) => fetchPostsOf(handle, cursor, signal),
})
