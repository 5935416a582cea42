import { z } from 'zod'
import { SignUpView } from './account.sign-up.ts'
import { BlocksView } from './admin.blocks.ts'
import { AUDIT_ACTIONS, AUDIT_TARGETS } from './admin.constants.ts'
import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { ActorView } from './people.ts'
import { CreatedAtCursor } from './posts.ts'
import { Id, personText, PlaceCursor, Rev, Timestamp } from './primitives.ts'
import { HouseNameView } from './site.house-name.ts'
import { AnnouncementView } from './site.announcement.ts'

/** GET /api/admin/stats and `admin:stats` (product sections 2 and 3). Days begin at midnight UTC. */
export const AdminStatsView = z
  .object({
    totalUsers: z.int(),
    newUsersToday: z.int(),
    totalPosts: z.int(),
    newPostsToday: z.int(),
    totalReports: z.int(),
    pendingReports: z.int(),
    /** Appeals without a decision. */
    pendingAppeals: z.int(),
    /** People and visitors active in the last 15 minutes, without bots. */
    activeUsers: z.int(),
    /** Whether the spam protection is on (DECISIONS row 19). */
    protection: z.boolean(),
    /** Percent; null before the first check. */
    seoScore: z.int(),
    updatedAt: Timestamp,
  })
  .meta({ id: 'AdminStats' })
export type AdminStatsView = z.infer<typeof AdminStatsView>

/** A person as admins see them (product section 3). Both times are null without a suspension or ban. */
export const AdminPersonView = ActorView.extend({
  email: z.string(),
  isAdmin: z.boolean(),
  isModerator: z.boolean(),
  createdAt: Timestamp,
  /** End of the suspension; may be in the past. */
  suspendedUntil: Timestamp.nullable(),
  /** Time of the ban. */
  bannedAt: Timestamp.nullable(),
  _count: z.object({ posts: z.int(), followers: z.int() }),
  rev: Rev,
}).meta({ id: 'AdminPerson' })
export type AdminPersonView = z.infer<typeof AdminPersonView>

/**
 * GET /api/admin/users: newest first, or by what matched. `cursor` continues after this row. `lastSeenAt`: the
 * last use of a session, to ten minutes, else the last log-in; null for neither. It is not pushed.
 */
export const AdminPersonItem = AdminPersonView.extend({
  lastSeenAt: Timestamp.nullable(),
  cursor: z.string(),
}).meta({ id: 'AdminPersonItem' })
export type AdminPersonItem = z.infer<typeof AdminPersonItem>

/**
 * `q` is any part of a handle, a display name or an e-mail address, in any letter case; blank lists everybody.
 */
export const AdminPeopleQuery = z.object({
  q: personText({ max: LIMITS.email, tooLong: MESSAGES.invalidInput }).optional(),
  cursor: PlaceCursor.optional(),
})
export type AdminPeopleQuery = z.infer<typeof AdminPeopleQuery>

/** PATCH /api/admin/users/{id}/admin (product section 7). */
export const SetAdminInput = z
  .object({ isAdmin: z.boolean(MESSAGES.invalidInput) })
  .meta({ id: 'SetAdminInput' })

/** PATCH /api/admin/users/{id}/moderator. */
export const SetModeratorInput = z
  .object({ isModerator: z.boolean(MESSAGES.invalidInput) })
  .meta({ id: 'SetModeratorInput' })

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

/** GET /api/admin/posts, newest first; `cursor` is the createdAt of the last row. A blank `q` lists all. */
export const AdminPostsQuery = z.object({
  q: personText({ max: LIMITS.searchQuery, tooLong: MESSAGES.invalidInput }).optional(),
  cursor: CreatedAtCursor.optional(),
})
export type AdminPostsQuery = z.infer<typeof AdminPostsQuery>

/** PATCH /api/admin/posts/{id}/nsfw (product section 7). */
export const SetNsfwInput = z.object({ nsfw: z.boolean(MESSAGES.invalidInput) }).meta({ id: 'SetNsfwInput' })

/** The result of a check of the public pages (DECISIONS row 19). */
export const SeoReport = z
  .object({
    /** Percent of the pages that pass every check. */
    score: z.int(),
    pages: z.int(),
    /** Addresses in sitemap.xml. */
    sitemap: z.int(),
    /** At most 50. */
    failing: z.array(z.object({ path: z.string(), problems: z.array(z.string()) })),
    checkedAt: Timestamp,
  })
  .meta({ id: 'SeoReport' })
export type SeoReport = z.infer<typeof SeoReport>

/** The result of a recount, which corrects wrong counters. `finishedAt` is null while it runs. */
export const SyncReport = z
  .object({
    posts: z.int(),
    people: z.int(),
    corrected: z.int(),
    startedAt: Timestamp,
    finishedAt: Timestamp.nullable(),
  })
  .meta({ id: 'SyncReport' })
export type SyncReport = z.infer<typeof SyncReport>

/** Whether the spam protection is on; `rev` orders changes. */
export const ProtectionView = z.object({ enabled: z.boolean(), rev: Rev }).meta({ id: 'Protection' })
export type ProtectionView = z.infer<typeof ProtectionView>

/** GET /api/admin/house: the settings tab of the dashboard. */
export const HouseView = z
  .object({
    name: HouseNameView,
    announcement: AnnouncementView,
    signUp: SignUpView,
    blocks: BlocksView,
    protection: ProtectionView,
    seo: SeoReport,
    sync: SyncReport.nullable(),
  })
  .meta({ id: 'House' })
export type HouseView = z.infer<typeof HouseView>

/** POST /api/admin/database/export-users and export-posts. */
export const ExportQuery = z.object({
  format: z.enum(['csv', 'ndjson'], MESSAGES.invalidInput).default('csv'),
})
export type ExportQuery = z.infer<typeof ExportQuery>

const AuditAction = z.enum(
  AUDIT_ACTIONS.map(({ action }) => action),
  MESSAGES.invalidInput,
)

/** Values before or after an action, by name; null when there was nothing. */
export const AuditState = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .nullable()
export type AuditState = z.infer<typeof AuditState>

/** One line of the audit log (SECURITY, Admin). Its `id` is the cursor that continues after it. */
export const AuditEntryView = z
  .object({
    id: Id,
    /** Null when the admin's account was deleted. */
    admin: ActorView.nullable(),
    action: AuditAction,
    /** `person`: the person it was done to, if that account still exists. */
    target: z.object({ type: z.enum(AUDIT_TARGETS), id: Id.nullable(), person: ActorView.nullable() }),
    before: AuditState,
    after: AuditState,
    at: Timestamp,
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntryView = z.infer<typeof AuditEntryView>

/** GET /api/admin/audit, newest first. `admin` is a handle; an unknown one finds nothing. */
export const AuditQuery = z.object({
  cursor: z
    .string()
    .regex(/^[0-9a-f]{24}$/, MESSAGES.badCursor)
    .optional(),
  admin: z
    .string()
    .max(LIMITS.handleMax + 1, MESSAGES.invalidInput)
    .optional(),
  action: AuditAction.optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>
