import { z } from 'zod'
import { SENTENCES } from './errors.ts'
import { Id, Rev, Timestamp } from './primitives.ts'
import { SPAM_SIGNS, WRITINGS } from './spam.facts.ts'
import { ActorView } from './users.ts'

/** What a look at the public pages found (DECISIONS row 19). */
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

/**
 * What an honest recount found: figures that were off have been set right. `finishedAt` is null while it
 * still counts.
 */
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
  .object({ protection: ProtectionView, seo: SeoReport.nullable(), sync: SyncReport.nullable() })
  .meta({ id: 'House' })
export type HouseView = z.infer<typeof HouseView>

/** Something the spam protection did not let through. Its `id` is the cursor that continues after it. */
export const HeldWritingView = z
  .object({
    id: Id,
    kind: z.enum(WRITINGS),
    /** Null once the account is gone. */
    author: ActorView.nullable(),
    /** Null for a message: nobody but its two people reads those. */
    text: z.string().nullable(),
    score: z.int(),
    signs: z.array(z.object({ sign: z.enum(SPAM_SIGNS), points: z.int() })),
    /** held: kept, and published by a release. refused: not kept; the author may write it again. */
    verdict: z.enum(['held', 'refused']),
    createdAt: Timestamp,
    rev: Rev,
  })
  .meta({ id: 'HeldWriting' })
export type HeldWritingView = z.infer<typeof HeldWritingView>

/** GET /api/admin/held, newest first. */
export const HeldQuery = z.object({
  cursor: z
    .string()
    .regex(/^[0-9a-f]{24}$/, SENTENCES.badCursor)
    .optional(),
})

/** POST /api/admin/database/export-users and export-posts. */
export const ExportQuery = z.object({
  format: z.enum(['csv', 'ndjson'], SENTENCES.invalidInput).default('csv'),
})
export type ExportQuery = z.infer<typeof ExportQuery>
