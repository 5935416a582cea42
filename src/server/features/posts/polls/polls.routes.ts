import { z } from 'zod'
import { VoteInput, VoteView } from '#contract/posts.polls.ts'
import { Id } from '#contract/primitives.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { vote, voteOf } from './polls.service.ts'

const route = routesOf({
  tag: 'posts',
  access: 'user',
  params: z.object({ postId: Id }),
  answers: { 200: VoteView },
})

export const pollRoutes = [
  route.get('/posts/:postId/vote', {
    summary: 'How you have voted in the poll of a post',
    limit: 'read',
    handle: ({ viewer, params }) => voteOf(viewer, params.postId),
  }),
  route.post('/posts/:postId/vote', {
    summary: 'Vote in the poll of a post, once; 409 for another vote than before, and after the end',
    limit: 'write',
    body: VoteInput,
    handle: ({ viewer, params, body }) => vote(viewer, params.postId, body.option),
  }),
]
