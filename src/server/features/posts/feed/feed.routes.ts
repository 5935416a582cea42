import { z } from 'zod'
import { FeedQuery, PageQuery, PostView } from '#contract/posts.ts'
import { Id } from '#contract/primitives.ts'
import { HandleParams } from '#server/features/people/users/users-params.ts'
import { serialised } from '#server/platform/http/answer.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { loadFeed, loadLikesOf, loadMediaOf, loadPost, loadPostsOf, type Rendered } from './feed.service.ts'

const answer = ({ json, etag }: Rendered) => serialised(json, etag)
const route = routesOf({ tag: 'posts', access: 'visitor', limit: 'read' })

export const feedRoutes = [
  route.get('/posts', {
    summary: 'For you, Following, a hashtag or a search, newest first; an empty page is the end',
    query: FeedQuery,
    answers: { 200: z.array(PostView) },
    handle: async ({ viewer, query }) => answer(await loadFeed(viewer, query)),
  }),
  route.get('/posts/:postId', {
    summary: 'One post',
    params: z.object({ postId: Id }),
    answers: { 200: PostView },
    handle: async ({ viewer, params }) => answer(await loadPost(viewer, params.postId)),
  }),
  route.get('/users/:handle/posts', {
    summary: "A person's posts, newest first",
    params: HandleParams,
    query: PageQuery,
    answers: { 200: z.array(PostView) },
    handle: async ({ viewer, params, query }) =>
      answer(await loadPostsOf(viewer, params.handle, query.cursor)),
  }),
  route.get('/users/:handle/media', {
    summary: "A person's posts with a picture or a video, newest first",
    params: HandleParams,
    query: PageQuery,
    answers: { 200: z.array(PostView) },
    handle: async ({ viewer, params, query }) =>
      answer(await loadMediaOf(viewer, params.handle, query.cursor)),
  }),
  route.get('/users/:handle/likes', {
    summary: 'The posts a person has reacted to, newest post first',
    params: HandleParams,
    query: PageQuery,
    answers: { 200: z.array(PostView) },
    handle: async ({ viewer, params, query }) =>
      answer(await loadLikesOf(viewer, params.handle, query.cursor)),
  }),
]
