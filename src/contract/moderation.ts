import { z } from 'zod'
import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import {
  APPEAL_STATUSES,
  HOLDABLE,
  MODERATION,
  MODERATION_ACTIONS,
  MODERATION_MESSAGES,
  REPORT_OUTCOMES,
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

/** A report as admins see it (product section 3), with the reported thing as the reporter saw it. */
export const AdminReportView = z
  .object({
    id: Id,
    reason: Reason,
    details: z.string().nullable(),
    targetType: Target,
    targetId: Id,
    status: z.enum(REPORT_STATUSES),
    /** Null when the account was deleted. */
    reporter: ActorView.nullable(),
    /** The author of the reported thing, or the reported person. Null when the account was deleted. */
    person: ActorView.nullable(),
    /** `path`: its page; null for messages. */
    thing: z.object({ text: z.string(), mediaUrl: z.string().nullable(), path: z.string().nullable() }),
    createdAt: Timestamp,
    /** End of the promised 24 hours. */
    dueAt: Timestamp,
    closedAt: Timestamp.nullable(),
    rev: Rev,
  })
  .meta({ id: 'AdminReport' })
export type AdminReportView = z.infer<typeof AdminReportView>

/** GET /api/admin/pending and `pending:updated`: the reports and appeals without a decision. */
export const PendingView = z
  .object({ reports: z.int(), appeals: z.int(), updatedAt: Timestamp })
  .meta({ id: 'Pending' })
export type PendingView = z.infer<typeof PendingView>

/** GET /api/admin/reports, newest first; `cursor` is the createdAt of the last row. */
export const AdminReportsQuery = z.object({
  status: z.enum(REPORT_STATUSES, MESSAGES.invalidInput).optional(),
  cursor: CreatedAtCursor.optional(),
})
export type AdminReportsQuery = z.infer<typeof AdminReportsQuery>

/** PATCH /api/admin/reports/{id}: a report never becomes pending again (product section 4). */
export const SetReportInput = z
  .object({ status: z.enum(['resolved', 'dismissed'], MESSAGES.invalidInput) })
  .meta({ id: 'SetReportInput' })

const AppealView = z.object({
  text: z.string(),
  at: Timestamp,
  /** When somebody other than who decided first read it. */
  readAt: Timestamp.nullable(),
  status: z.enum(APPEAL_STATUSES),
  decidedAt: Timestamp.nullable(),
})

const decided = {
  id: Id,
  action: Action,
  reason: Reason,
  /** The admin's message to the person. */
  note: z.string().nullable(),
  targetType: Target,
  /** The reported thing, as it was reported. */
  text: z.string(),
  /** End of a suspension. */
  until: Timestamp.nullable(),
  createdAt: Timestamp,
  appealBy: Timestamp,
  appeal: AppealView.nullable(),
  rev: Rev,
}

/** A decision about a person, as admins see it. */
export const CaseView = z
  .object({ ...decided, targetId: Id, person: ActorView.nullable(), admin: ActorView.nullable() })
  .meta({ id: 'Case' })
export type CaseView = z.infer<typeof CaseView>

/** The same as the person sees it: without the admin's name. */
export const OwnCaseView = z.object({ ...decided, canAppeal: z.boolean() }).meta({ id: 'OwnCase' })
export type OwnCaseView = z.infer<typeof OwnCaseView>

/**
 * The media of a reported post, and its cover. Of messages a recording alone: without it there is nothing to judge
 * (DECISIONS row 456).
 */
export const ReportedMediaView = PublicPostView.pick({
  mediaType: true,
  media: true,
  altText: true,
  morePictures: true,
  contentWarn: true,
  nsfw: true,
}).extend({ mediaUrl: z.string() })
export type ReportedMediaView = z.infer<typeof ReportedMediaView>

/** GET /api/admin/reports/{id}: the current state of the thing, and earlier decisions and reports. */
export const ReportHistoryView = z
  .object({
    report: AdminReportView,
    /** Its current text and page; 'hidden' is removed but can be restored. */
    now: z.object({
      state: z.enum(['there', 'hidden', 'gone']),
      text: z.string().nullable(),
      media: ReportedMediaView.nullable(),
    }),
    /** Newest decisions about the person, at most 20. */
    cases: z.array(CaseView),
    /** Newest other reports of the same thing, at most 20. */
    reports: z.array(AdminReportView),
  })
  .meta({ id: 'ReportHistory' })
export type ReportHistoryView = z.infer<typeof ReportHistoryView>

/** POST /api/admin/reports/{id}/actions: also resolves the report. `days` only for a suspension. */
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
 * GET /api/moderation/cases/{id}: for the person, or with the signed link of a mail for a person who cannot
 * log in.
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

/** GET /api/admin/appeals: pending appeals, newest first; `cursor` is the time of the last row. */
export const AppealsQuery = z.object({ cursor: CreatedAtCursor.optional() })

/** PATCH /api/admin/appeals/{caseId}: the decision is upheld or reversed. */
export const DecideAppealInput = z
  .object({ status: z.enum(['upheld', 'reversed'], MESSAGES.invalidInput) })
  .meta({ id: 'DecideAppealInput' })

const ReportTarget = z.enum(REPORT_TARGETS, MESSAGES.invalidInput)
const ReportReason = z.enum(
  REPORT_REASONS.map(({ reason }) => reason),
  MESSAGES.reportReason,
)

/** POST /api/reports (DECISIONS rows 10, 38). `details`: the reporter's own words. */
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

/** The response to the reporter: received, without the outcome. */
export const ReportReceipt = z
  .object({ id: Id, targetType: ReportTarget, targetId: Id, reason: ReportReason, createdAt: Timestamp })
  .meta({ id: 'ReportReceipt' })
export type ReportReceipt = z.infer<typeof ReportReceipt>

/** A report as its reporter sees it, at each of its stages: received, read, closed. */
export const OwnReportView = z
  .object({
    id: Id,
    targetType: Target,
    reason: Reason,
    details: z.string().nullable(),
    /** The text that was reported, as it was then. */
    text: z.string(),
    status: z.enum(REPORT_STATUSES),
    /** Null while it is pending, and for reports that were closed before outcomes were stored. */
    outcome: z.enum(REPORT_OUTCOMES).nullable(),
    createdAt: Timestamp,
    /** End of the promised 24 hours. */
    dueAt: Timestamp,
    /** When an admin or moderator first read its newest words. */
    readAt: Timestamp.nullable(),
    closedAt: Timestamp.nullable(),
    rev: Rev,
  })
  .meta({ id: 'OwnReport' })
export type OwnReportView = z.infer<typeof OwnReportView>

const IdCursor = z
  .string()
  .regex(/^[0-9a-f]{24}$/, MESSAGES.badCursor)
  .optional()

/** GET /api/users/me/reports and /api/users/me/decisions, newest first; `cursor` is the id of the last row. */
export const OwnRowsQuery = z.object({ cursor: IdCursor })

/** The viewer's own post or comment that is held for review. Only admins see it besides. */
export const WaitingView = z
  .object({
    id: Id,
    kind: z.enum(HOLDABLE),
    /** The post of a comment; null for a post. */
    postId: Id.nullable(),
    text: z.string(),
    createdAt: Timestamp,
    rev: Rev,
  })
  .meta({ id: 'Waiting' })
export type WaitingView = z.infer<typeof WaitingView>

/** 202 of POST /api/posts and POST /api/posts/{id}/comments: held for review, not published yet. */
export const HeldReceipt = z.object({ held: WaitingView, message: z.string() }).meta({ id: 'HeldReceipt' })
export type HeldReceipt = z.infer<typeof HeldReceipt>

/** A text that the spam protection held or refused. Its `id` is the cursor that continues after it. */
export const HeldWritingView = z
  .object({
    id: Id,
    kind: z.enum(WRITINGS),
    /** Null when the account was deleted. */
    author: ActorView.nullable(),
    /** Null for a message: only its two people may read it. */
    text: z.string().nullable(),
    /** The address whose card the post would show; null for none. */
    link: z.string().nullable(),
    score: z.int(),
    signs: z.array(z.object({ sign: z.enum(SPAM_SIGNS), points: z.int() })),
    /** held: stored, and published by a release. refused: not stored; the author may write it again. */
    verdict: z.enum(['held', 'refused']),
    createdAt: Timestamp,
    rev: Rev,
  })
  .meta({ id: 'HeldWriting' })
export type HeldWritingView = z.infer<typeof HeldWritingView>

/** GET /api/admin/held, newest first. */
export const HeldQuery = z.object({ cursor: IdCursor })
