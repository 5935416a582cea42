import { z } from 'zod'
import { Id } from '#contract/primitives.ts'
import { WaitingView } from '#contract/moderation.ts'
import { done, ok } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
import { listWaiting, withdraw } from './held.service.ts'

const shared = { tag: 'posts', access: 'user' } as const

export const waitingRoutes = [
  route({
    ...shared,
    method: 'get',
    path: '/users/me/waiting',
    summary: 'The posts and comments of the viewer that wait for an admin, newest first',
    limit: 'read',
    answers: { 200: z.array(WaitingView) },
    handle: async ({ viewer }) => ok(await listWaiting(viewer)),
  }),
  route({
    ...shared,
    method: 'delete',
    path: '/users/me/waiting/:id',
    summary: 'Withdraw a post or comment that waits for an admin',
    limit: 'write',
    params: z.object({ id: Id }),
    answers: { 204: null },
    handle: async ({ viewer, params }) => {
      await withdraw(viewer, params.id)
      return done()
    },
  }),
]
