import { z } from 'zod'
import { BookmarkView } from '#contract/posts.bookmarks.ts'
import { PageQuery, PostView } from '#contract/posts.ts'
import { Id } from '#contract/primitives.ts'
import { loadBookmarks } from '#server/features/posts/feed/feed.service.ts'
import { serialised } from '#server/platform/http/answer.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { bookmarkOf, bookmarkPost, removeBookmark } from './bookmarks.service.ts'

const route = routesOf({ tag: 'posts', access: 'user' })
const ofPost = routesOf({
  tag: 'posts',
  access: 'user',
  params: z.object({ postId: Id }),
  answers: { 200: BookmarkView },
})

export const bookmarkRoutes = [
  route.get('/bookmarks', {
    summary: 'The posts you keep for later, newest post first',
    limit: 'read',
    query: PageQuery,
    answers: { 200: z.array(PostView) },
    handle: async ({ viewer, query }) => {
      const { json, etag } = await loadBookmarks(viewer, query.cursor)
      return serialised(json, etag)
    },
  }),
  ofPost.get('/posts/:postId/bookmark', {
    summary: 'Whether you keep this post for later',
    limit: 'read',
    handle: ({ viewer, params }) => bookmarkOf(viewer, params.postId),
  }),
  ofPost.put('/posts/:postId/bookmark', {
    summary: 'Keep a post for later',
    limit: 'write',
    handle: ({ viewer, params }) => bookmarkPost(viewer, params.postId),
  }),
  ofPost.delete('/posts/:postId/bookmark', {
    summary: 'Let go of a kept post',
    limit: 'write',
    handle: ({ viewer, params }) => removeBookmark(viewer, params.postId),
  }),
]
