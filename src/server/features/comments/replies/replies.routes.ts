import { z } from 'zod'
import { PageQuery } from '#contract/posts.ts'
import { ReplyView } from '#contract/comments.ts'
import { HandleParams } from '#server/features/people/users/users.params.ts'
import { ok } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
import { readRepliesOf } from './replies.service.ts'

export const replyRoutes = [
  route({
    method: 'get',
    path: '/users/:handle/replies',
    summary:
      "A person's comments, each with the post it answers, and their posts that mention somebody, newest first",
    tag: 'posts',
    access: 'visitor',
    limit: 'read',
    params: HandleParams,
    query: PageQuery,
    answers: { 200: z.array(ReplyView) },
    handle: async ({ viewer, params, query }) => ok(await readRepliesOf(viewer, params.handle, query.cursor)),
  }),
]
