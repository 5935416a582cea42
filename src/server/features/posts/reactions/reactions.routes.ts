import { z } from 'zod'
import { PostView, ReactInput } from '#contract/posts.ts'
import { Id } from '#contract/primitives.ts'
import { ok } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { reactToPost } from './reactions.service.ts'

const reactionRate = rateLimit('reactions', 120, 60)

export const reactionRoutes = [
  route({
    method: 'post',
    path: '/posts/:postId/react',
    summary: 'React to a post; the same emoji again takes it back, another replaces it',
    tag: 'posts',
    access: 'user',
    limit: reactionRate,
    params: z.object({ postId: Id }),
    body: ReactInput,
    answers: { 200: PostView },
    handle: async ({ viewer, params, body }) => ok(await reactToPost(viewer, params.postId, body.emoji)),
  }),
]
