import { z } from 'zod'
import {
  AdminPeopleQuery,
  AdminPersonItem,
  AdminPersonView,
  AdminPostsQuery,
  AdminPostView,
  AdminStatsView,
  SetAdminInput,
  SetModeratorInput,
  SetNsfwInput,
  AuditEntryView,
  AuditQuery,
} from '#contract/admin.ts'
import { Id } from '#contract/primitives.ts'
import { deletePost } from '#server/features/posts/post-undo.ts'
import { PersonParams } from '#server/features/people/users/users-params.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { adminPeople } from '#server/features/people/users/admin-people.service.ts'
import { changeAdmin, changeModerator, deletePerson, endSessionsOf } from './people.service.ts'
import { adminPosts, setNsfw } from './posts.service.ts'
import { adminStats } from './stats.service.ts'
import { listAudit } from './audit/audit.service.ts'

const OnePost = z.object({ postId: Id })
const route = routesOf({ tag: 'admin', access: 'admin' })

export const adminRoutes = [
  route.get('/admin/stats', {
    summary: 'The figures of the dashboard',
    limit: 'read',
    answers: { 200: AdminStatsView },
    handle: () => adminStats(),
  }),
  route.get('/admin/users', {
    summary: 'All people, newest first; with q those whose handle, name or e-mail address starts with it',
    limit: 'read',
    query: AdminPeopleQuery,
    answers: { 200: z.array(AdminPersonItem) },
    handle: ({ query }) => adminPeople(query),
  }),
  route.patch('/admin/users/:id/admin', {
    summary: 'Make a person an admin, or end it; not yourself, and never the last one',
    limit: 'write',
    proof: 'recent',
    params: PersonParams,
    body: SetAdminInput,
    answers: { 200: AdminPersonView },
    handle: ({ viewer, params, body }) => changeAdmin(viewer, params.id, body.isAdmin),
  }),
  route.patch('/admin/users/:id/moderator', {
    summary: 'Make a person a moderator, or end it; an admin is none',
    limit: 'write',
    proof: 'recent',
    params: PersonParams,
    body: SetModeratorInput,
    answers: { 200: AdminPersonView },
    handle: ({ viewer, params, body }) => changeModerator(viewer, params.id, body.isModerator),
  }),
  route.delete('/admin/users/:id/sessions', {
    summary: 'End all sessions of a person; not your own',
    limit: 'write',
    proof: 'recent',
    params: PersonParams,
    answers: { 204: null },
    handle: ({ viewer, params }) => endSessionsOf(viewer, params.id),
  }),
  route.delete('/admin/users/:id', {
    summary: "Delete a person's account with everything in it; not your own, and never the last admin's",
    limit: 'write',
    proof: 'recent',
    params: PersonParams,
    answers: { 204: null },
    handle: ({ viewer, params }) => deletePerson(viewer, params.id),
  }),
  route.get('/admin/posts', {
    summary: 'All posts, newest first; with q those with its words',
    access: 'moderator',
    limit: 'read',
    query: AdminPostsQuery,
    answers: { 200: z.array(AdminPostView) },
    handle: ({ query }) => adminPosts(query),
  }),
  route.patch('/admin/posts/:postId/nsfw', {
    summary: "Set or remove a post's NSFW mark",
    access: 'moderator',
    limit: 'write',
    params: OnePost,
    body: SetNsfwInput,
    answers: { 200: AdminPostView },
    handle: ({ viewer, params, body }) => setNsfw(viewer, params.postId, body.nsfw),
  }),
  route.delete('/admin/posts/:postId', {
    summary: 'Delete a post with its comments and reactions',
    limit: 'write',
    params: OnePost,
    answers: { 204: null },
    handle: ({ viewer, params }) => deletePost(viewer, params.postId),
  }),
]

export const auditRoutes = [
  route.get('/admin/audit', {
    summary: 'The audit log of admins, newest first',
    limit: 'read',
    query: AuditQuery,
    answers: { 200: z.array(AuditEntryView) },
    handle: ({ query }) => listAudit(query),
  }),
]
