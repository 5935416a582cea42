import { z } from 'zod'
import { SENTENCES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { CreatedAtCursor } from './posts.ts'
import { Id, PlaceCursor, Rev, Timestamp, personText } from './primitives.ts'
import { ActorView } from './users.ts'

/** GET /api/admin/stats and `admin:stats` (product sections 2 and 3). Days begin at midnight UTC. */
export const AdminStatsView = z
  .object({
    totalUsers: z.int(),
    newUsersToday: z.int(),
    totalPosts: z.int(),
    newPostsToday: z.int(),
    totalReports: z.int(),
    pendingReports: z.int(),
    /** Appeals that nobody has decided yet. */
    pendingAppeals: z.int(),
    /** People and visitors seen in the last 15 minutes; bots left out. */
    activeUsers: z.int(),
    /** The spam protection's real state (DECISIONS row 19). */
    protection: z.boolean(),
    /** Percent; null before the first check. */
    seoScore: z.int().nullable(),
    updatedAt: Timestamp,
  })
  .meta({ id: 'AdminStats' })
export type AdminStatsView = z.infer<typeof AdminStatsView>

/** A person as admins see them (product section 3). Both moments are null for who is in good standing. */
export const AdminPersonView = ActorView.extend({
  email: z.string(),
  isAdmin: z.boolean(),
  createdAt: Timestamp,
  /** Until then they read and do not write. May be over. */
  suspendedUntil: Timestamp.nullable(),
  /** Since then they cannot log in. */
  bannedAt: Timestamp.nullable(),
  _count: z.object({ posts: z.int(), followers: z.int() }),
  rev: Rev,
}).meta({ id: 'AdminPerson' })
export type AdminPersonView = z.infer<typeof AdminPersonView>

/** GET /api/admin/users: newest first, or by what matched. `cursor` continues after this row. */
export const AdminPersonItem = AdminPersonView.extend({ cursor: z.string() }).meta({ id: 'AdminPersonItem' })
export type AdminPersonItem = z.infer<typeof AdminPersonItem>

/**
 * `q` is the start of a handle, of a word of a display name, or of an e-mail address, in any letter case;
 * blank lists everybody.
 */
export const AdminPeopleQuery = z.object({
  q: personText({ max: LIMITS.email, tooLong: SENTENCES.invalidInput }).optional(),
  cursor: PlaceCursor.optional(),
})
export type AdminPeopleQuery = z.infer<typeof AdminPeopleQuery>

/** PATCH /api/admin/users/{id}/admin (product section 7). */
export const SetAdminInput = z
  .object({ isAdmin: z.boolean(SENTENCES.invalidInput) })
  .meta({ id: 'SetAdminInput' })

/** A post as admins list it (product section 3). */
export const AdminPostView = z
  .object({
    id: Id,
    text: z.string(),
    mediaUrl: z.string().nullable(),
    nsfw: z.boolean(),
    author: ActorView,
    createdAt: Timestamp,
    _count: z.object({ reactions: z.int(), comments: z.int() }),
    rev: Rev,
  })
  .meta({ id: 'AdminPost' })
export type AdminPostView = z.infer<typeof AdminPostView>

/**
 * GET /api/admin/posts, newest first; `cursor` is the createdAt of the last one held. Blank `q` lists all of
 * them.
 */
export const AdminPostsQuery = z.object({
  q: personText({ max: LIMITS.searchQuery, tooLong: SENTENCES.invalidInput }).optional(),
  cursor: CreatedAtCursor.optional(),
})
export type AdminPostsQuery = z.infer<typeof AdminPostsQuery>

/** PATCH /api/admin/posts/{id}/nsfw (product section 7). */
export const SetNsfwInput = z.object({ nsfw: z.boolean(SENTENCES.invalidInput) }).meta({ id: 'SetNsfwInput' })
