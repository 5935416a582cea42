import { z } from 'zod'
import { FollowListItem, FollowListQuery, FollowStatusView } from '#contract/people.ts'
import { PersonParams } from '#server/features/people/users/users.params.ts'
import { ok } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
import { followedBy, followersOf } from './follow-lists.service.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { follow, followStatus, unfollow } from './follows.service.ts'

const followRate = rateLimit('follows', 60, 60)

const common = { tag: 'follows', params: PersonParams } as const

export const followRoutes = [
  route({
    ...common,
    method: 'post',
    path: '/users/:id/follow',
    summary: 'Follow a person',
    access: 'user',
    limit: followRate,
    answers: { 200: FollowStatusView },
    handle: async ({ viewer, params }) => ok(await follow(viewer, params.id)),
  }),
  route({
    ...common,
    method: 'delete',
    path: '/users/:id/follow',
    summary: 'Follow a person no longer',
    access: 'user',
    limit: followRate,
    answers: { 200: FollowStatusView },
    handle: async ({ viewer, params }) => ok(await unfollow(viewer, params.id)),
  }),
  route({
    ...common,
    method: 'get',
    path: '/users/:id/is-following',
    summary: 'Whether you follow a person',
    access: 'visitor',
    limit: 'read',
    answers: { 200: FollowStatusView },
    handle: async ({ viewer, params }) => ok(await followStatus(viewer, params.id)),
  }),
  route({
    ...common,
    method: 'get',
    path: '/users/:id/followers',
    summary: 'Who follows a person, newest first',
    access: 'visitor',
    limit: 'read',
    query: FollowListQuery,
    answers: { 200: z.array(FollowListItem) },
    handle: async ({ viewer, params, query }) => ok(await followersOf(viewer, params.id, query.cursor)),
  }),
  route({
    ...common,
    method: 'get',
    path: '/users/:id/following',
    summary: 'Whom a person follows, newest first',
    access: 'visitor',
    limit: 'read',
    query: FollowListQuery,
    answers: { 200: z.array(FollowListItem) },
    handle: async ({ viewer, params, query }) => ok(await followedBy(viewer, params.id, query.cursor)),
  }),
]
