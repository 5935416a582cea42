import { z } from 'zod'
import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import {
  APPEAL_STATUSES,
  HOLDABLE,
  MODERATION,
  MODERATION_ACTIONS,
  MODERATION_MESSAGES,
  REPORT_REASONS,
  REPORT_STATUSES,
  REPORT_TARGETS,
  SPAM_SIGNS,
  WRITINGS,
} from './moderation.constants.ts'
import { ActorView } from './people.ts'
import { CreatedAtCursor, PublicPostView } from './posts.ts'
import { Id, personText, Rev, Timestamp } from './primitives.ts'

const Reason = z.enum(REPORT_REASONS.map(({ reason }) => reason))
const Target = z.enum(REPORT_TARGETS)
const Action = z.enum(MODERATION_ACTIONS, MESSAGES.invalidInput)

/** A report as admins see it (product section 3), with what was reported as the reporter met it. */
export const AdminReportView = z
  .object({
    id: Id,
    reason: Reason,
    details: z.string().nullable(),
    targetType: Target,
    targetId: Id,
    status: z.enum(REPORT_STATUSES),
    /** Null: the account is gone. */
    reporter: ActorView.nullable(),
    /** Whom it concerns: who wrote the thing, or is it. Null: the account is gone. */
    person: ActorView.nullable(),
    /** `path`: where it can be seen; null for messages. */
    thing: z.object({ text: z.string(), mediaUrl: z.string().nullable(), path: z.string().nullable() }),
    createdAt: Timestamp,
    /** When the 24 hours of the promise are over. */
    dueAt: Timestamp,
    closedAt: Timestamp.nullable(),
    rev: Rev,
  })
  .meta({ id: 'AdminReport' })
export type AdminReportView = z.infer<typeof AdminReportView>

/** GET /api/admin/reports, newest first; `cursor` is the createdAt of the last one held. */
export const AdminReportsQuery = z.object({
  status: z.enum(REPORT_STATUSES, MESSAGES.invalidInput).optional(),
  cursor: CreatedAtCursor.optional(),
})
export type AdminReportsQuery = z.infer<typeof AdminReportsQuery>

/** PATCH /api/admin/reports/{id}: a report never goes back to pending (product section 4). */
export const SetReportInput = z
  .object({ status: z.enum(['resolved', 'dismissed'], MESSAGES.invalidInput) })
  .meta({ id: 'SetReportInput' })

const AppealView = z.object({
  text: z.string(),
  at: Timestamp,
  status: z.enum(APPEAL_STATUSES),
  decidedAt: Timestamp.nullable(),
})

const decided = {
  id: Id,
  action: Action,
  reason: Reason,
  /** What the admin wrote to the person. */
  note: z.string().nullable(),
  targetType: Target,
  /** What it was about, as it was reported. */
  text: z.string(),
  /** End of a suspension. */
  until: Timestamp.nullable(),
  createdAt: Timestamp,
  appealBy: Timestamp,
  appeal: AppealView.nullable(),
  rev: Rev,
}

/** What was decided about a person, as admins see it. */
export const CaseView = z
  .object({ ...decided, targetId: Id, person: ActorView.nullable(), admin: ActorView.nullable() })
  .meta({ id: 'Case' })
export type CaseView = z.infer<typeof CaseView>

/** The same as the person sees it: who decided is nobody's business. */
export const OwnCaseView = z.object({ ...decided, canAppeal: z.boolean() }).meta({ id: 'OwnCase' })
export type OwnCaseView = z.infer<typeof OwnCaseView>

/**
 * What a reported post shows, and what covers it. Messages' files stay between their two people; nothing else
 * has any.
 */
export const ReportedMediaView = PublicPostView.pick({
  mediaType: true,
  media: true,
  altText: true,
  contentWarn: true,
  nsfw: true,
}).extend({ mediaUrl: z.string() })
export type ReportedMediaView = z.infer<typeof ReportedMediaView>

/** GET /api/admin/reports/{id}: what has become of the thing, and what there was before. */
export const ReportHistoryView = z
  .object({
    report: AdminReportView,
    /** How it is now: text and place where it can be read; 'hidden' is removed and can still come back. */
    now: z.object({
      state: z.enum(['there', 'hidden', 'gone']),
      text: z.string().nullable(),
      media: ReportedMediaView.nullable(),
    }),
    /** Newest decisions about the person, 20 at most. */
    cases: z.array(CaseView),
    /** Newest other reports of the same thing, 20 at most. */
    reports: z.array(AdminReportView),
  })
  .meta({ id: 'ReportHistory' })
export type ReportHistoryView = z.infer<typeof ReportHistoryView>

/** POST /api/admin/reports/{id}/actions; the report is then resolved. `days` goes with a suspension alone. */
export const ModerateInput = z
  .object({
    action: Action,
    note: personText({ max: LIMITS.moderationNote, tooLong: MESSAGES.invalidInput }).trim().nullish(),
    days: z
      .int(MESSAGES.invalidInput)
      .min(1, MESSAGES.invalidInput)
      .max(MODERATION.suspendDaysMost, MESSAGES.invalidInput)
      .optional(),
  })
  .refine(({ action, days }) => (action === 'suspend') === (days !== undefined), MESSAGES.invalidInput)
  .meta({ id: 'ModerateInput' })
export type ModerateInput = z.infer<typeof ModerateInput>

const LinkToken = z.string(MESSAGES.invalidInput).max(100, MESSAGES.invalidInput)

/**
 * GET /api/moderation/cases/{id}: by the person, or by the signed link that a mail brought to who cannot log
 * in.
 */
export const CaseQuery = z.object({ token: LinkToken.optional() })

/** POST /api/moderation/cases/{id}/appeal: once, within 30 days. */
export const AppealInput = z
  .object({
    text: personText({
      max: LIMITS.appeal,
      tooLong: MODERATION_MESSAGES.appealTooLong,
      empty: MODERATION_MESSAGES.emptyAppeal,
    }).trim(),
    token: LinkToken.optional(),
  })
  .meta({ id: 'AppealInput' })
export type AppealInput = z.infer<typeof AppealInput>

/** GET /api/admin/appeals: those that wait, newest first; `cursor` is the moment of the last one held. */
export const AppealsQuery = z.object({ cursor: CreatedAtCursor.optional() })

/** PATCH /api/admin/appeals/{caseId}: the decision stands, or is taken back. */
export const DecideAppealInput = z
  .object({ status: z.enum(['upheld', 'reversed'], MESSAGES.invalidInput) })
  .meta({ id: 'DecideAppealInput' })

const ReportTarget = z.enum(REPORT_TARGETS, MESSAGES.invalidInput)
const ReportReason = z.enum(
  REPORT_REASONS.map(({ reason }) => reason),
  MESSAGES.reportReason,
)

/** POST /api/reports (DECISIONS rows 10, 38). `details`: what the reporter adds in their own words. */
export const CreateReportInput = z
  .object({
    targetType: ReportTarget,
    targetId: Id,
    reason: ReportReason,
    details: personText({ max: LIMITS.reportDetails, tooLong: MESSAGES.reportDetailsTooLong })
      .trim()
      .nullish(),
  })
  .meta({ id: 'CreateReportInput' })
export type CreateReportInput = z.infer<typeof CreateReportInput>

/** What the reporter is told: that it was received, not what became of it. */
export const ReportReceipt = z
  .object({ id: Id, targetType: ReportTarget, targetId: Id, reason: ReportReason, createdAt: Timestamp })
  .meta({ id: 'ReportReceipt' })
export type ReportReceipt = z.infer<typeof ReportReceipt>

/**
 * A post or comment of one's own that waits for an admin to let it through. Nobody else but admins sees it.
 */
export const WaitingView = z
  .object({
    id: Id,
    kind: z.enum(HOLDABLE),
    /** The post that a comment is on; null for a post. */
    postId: Id.nullable(),
    text: z.string(),
    createdAt: Timestamp,
    rev: Rev,
  })
  .meta({ id: 'Waiting' })
export type WaitingView = z.infer<typeof WaitingView>

/** 202 of POST /api/posts and POST /api/posts/{id}/comments: kept for an admin, not published yet. */
export const HeldReceipt = z.object({ held: WaitingView, message: z.string() }).meta({ id: 'HeldReceipt' })
export type HeldReceipt = z.infer<typeof HeldReceipt>

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
    .regex(/^[0-9a-f]{24}$/, MESSAGES.badCursor)
    .optional(),
})
