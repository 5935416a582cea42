import { z } from 'zod'
import { HiddenInput, PlungerInput, PlungerView } from '#contract/posts.plunger.ts'
import { Id } from '#contract/primitives.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { listPlungers, setHidden, setPlunger, stopPlunger } from './plunger.service.ts'

const route = routesOf({ tag: 'posts', access: 'user' })
const ofPost = routesOf({ tag: 'posts', access: 'user', params: z.object({ postId: Id }), limit: 'write' })

export const plungerRoutes = [
  route.get('/plungers', {
    summary: 'Plunger Mode of your posts, newest first',
    limit: 'read',
    answers: { 200: z.array(PlungerView) },
    handle: ({ viewer }) => listPlungers(viewer),
  }),
  ofPost.put('/posts/:postId/plunger', {
    summary: 'Call the plunger to your own post, or change what it does',
    body: PlungerInput,
    answers: { 200: PlungerView },
    handle: ({ viewer, params, body }) => setPlunger(viewer, params.postId, body),
  }),
  ofPost.delete('/posts/:postId/plunger', {
    summary: 'End Plunger Mode of your own post',
    answers: { 204: null },
    handle: ({ viewer, params }) => stopPlunger(viewer, params.postId),
  }),
  ofPost.put('/posts/:postId/hidden', {
    summary: 'Hide your own post in Plunger Mode from everybody, or show it again',
    body: HiddenInput,
    answers: { 200: PlungerView },
    handle: ({ viewer, params, body }) => setHidden(viewer, params.postId, body.hidden),
  }),
]
