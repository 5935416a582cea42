import { z } from 'zod'
import { AdminPeopleQuery, AdminPersonItem, AdminPersonView, AdminStatsView, SetAdminInput } from '#contract/admin.ts'
import { adminPeople } from '#server/features/users/admin-people.service.ts'
import { PersonParams } from '#server/features/users/users.params.ts'
import { ok } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
import { changeAdmin } from './people.service.ts'
import { adminStats } from './stats.service.ts'

const shared = { tag: 'admin', access: 'admin' } as const

export const adminRoutes = [
  route({
    ...shared,
    method: 'get',
    path: '/admin/stats',
    summary: 'The figures of the dashboard',
    limit: 'read',
    answers: { 200: AdminStatsView },
    handle: async () => ok(await adminStats()),
  }),
  route({
    ...shared,
    method: 'get',
    path: '/admin/users',
    summary: 'Everybody, newest first; with q those whose handle, name or e-mail address begins with it',
    limit: 'read',
    query: AdminPeopleQuery,
    answers: { 200: z.array(AdminPersonItem) },
    handle: async ({ query }) => ok(await adminPeople(query)),
  }),
  route({
    ...shared,
    method: 'patch',
    path: '/admin/users/:id/admin',
    summary: 'Make a person an admin, or no longer one; not yourself, and never the last one',
    limit: 'write',
    params: PersonParams,
    body: SetAdminInput,
    answers: { 200: AdminPersonView },
    handle: async ({ viewer, params, body }) => ok(await changeAdmin(viewer, params.id, body.isAdmin)),
  }),
]
