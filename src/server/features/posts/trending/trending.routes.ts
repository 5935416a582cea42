import { z } from 'zod'
import { TrendingTagView } from '#contract/posts.ts'
import { ok } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
import { trendingTags } from './trending.service.ts'

export const trendingRoutes = [
  route({
    method: 'get',
    path: '/trending',
    summary: 'Hashtags of the last 24 hours, the most used first',
    tag: 'posts',
    access: 'visitor',
    limit: 'read',
    answers: { 200: z.array(TrendingTagView) },
    handle: async () => ok(await trendingTags()),
  }),
]
