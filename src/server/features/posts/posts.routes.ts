import { CreatePostInput, PostView } from '#contract/posts.ts'
import { created } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
import { createPost } from './posts.service.ts'

export const postRoutes = [
  route({
    method: 'post',
    path: '/posts',
    summary: 'Publish a post',
    tag: 'posts',
    access: 'user',
    limit: 'posts',
    body: CreatePostInput,
    answers: { 201: PostView },
    handle: async ({ viewer, body }) => created(await createPost(viewer, body)),
  }),
]
