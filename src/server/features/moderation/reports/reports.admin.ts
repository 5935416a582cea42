import { Types } from 'mongoose'
import { PAGE } from '#contract/limits.ts'
import {
  MODERATION_MESSAGES,
  MODERATION,
  outcomeWords,
  type ModerationAction,
} from '#contract/moderation.constants.ts'
import type { AdminReportsQuery, AdminReportView } from '#contract/moderation.ts'
import type { ActorView } from '#contract/people.ts'
import { recordAdminAction } from '#server/platform/audit/audit-log.ts'
import { notifyFromSite } from '#server/features/notifications/site-notices.ts'
import { assertStillStaff } from '#server/features/people/users/admin-people.service.ts'
import { loadActors } from '#server/features/people/users/people.service.ts'
import { createdAtWithin, inOrder, wholePage, type Range } from '#server/platform/cursor-pages.ts'
import { conflict, forbidden, notFound } from '#server/platform/errors.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { REPORT_INDEXES, ReportModel, type ReportDocument } from './reports.model.ts'

export type { ReportDocument } from './reports.model.ts'

/** A page of reports, newest first, as admins see them. Skeleton, then hydrate and present. */
export async function adminReports({ status, cursor }: AdminReportsQuery): Promise<AdminReportView[]> {
  const before = cursor ? Date.parse(cursor) : null
  const { rows } = await wholePage((range) => skeleton(status, range), before, PAGE.admin)
  return presentReports(rows.map(({ report }) => report))
}

async function skeleton(
  status: AdminReportsQuery['status'],
  range: Range,
): Promise<{ at: number; report: ReportDocument }[]> {
  const hint = status ? REPORT_INDEXES.ofStatus : REPORT_INDEXES.newest
  const options = { hint, ...inOrder(range, { createdAt: -1, _id: -1 } as const) }
  const found = await ReportModel.collection
    .find({ ...(status && { status }), ...createdAtWithin(range) }, options)
    .toArray()
  return (found as unknown as ReportDocument[]).map((report) => ({ at: report.createdAt.getTime(), report }))
}

/** A report. Throws 404. */
export async function reportById(id: string): Promise<ReportDocument> {
  const report = await ReportModel.findById(id).lean<ReportDocument>()
  if (!report) throw notFound()
  return report
}

/** The newest other reports of the same thing. */
export async function otherReports({
  _id,
  targetType,
  targetId,
}: ReportDocument): Promise<AdminReportView[]> {
  const same = await ReportModel.find({ targetId, targetType })
    .hint(REPORT_INDEXES.ofTarget)
    .sort({ _id: -1 })
    .limit(PAGE.admin + 1)
    .lean<ReportDocument[]>()
  return presentReports(same.filter((report) => !report._id.equals(_id)).slice(0, PAGE.admin))
}

/** Hydrates and presents reports. */
export async function presentReports(reports: readonly ReportDocument[]): Promise<AdminReportView[]> {
  const actors = await hydrateActors(reports)
  return reports.map(
    ({
      _id,
      reason,
      details,
      targetType,
      targetId,
      status,
      reporterId,
      thing,
      createdAt,
      closedAt,
      rev,
    }) => ({
      id: _id.toHexString(),
      reason,
      details,
      targetType,
      targetId: targetId.toHexString(),
      status,
      reporter: actors.get(reporterId.toHexString()) ?? null,
      person: actors.get(thing.ownerId.toHexString()) ?? null,
      thing: { text: thing.text, mediaUrl: thing.mediaUrl, path: thing.path },
      createdAt: createdAt.toISOString(),
      dueAt: new Date(createdAt.getTime() + MODERATION.reviewWithin).toISOString(),
      closedAt: closedAt?.toISOString() ?? null,
      rev,
    }),
  )
}

/** Reporters, and the owners of what was reported. */
const hydrateActors = (reports: readonly ReportDocument[]): Promise<Map<string, ActorView>> =>
  loadActors(
    reports.flatMap(({ reporterId, thing }) => [reporterId.toHexString(), thing.ownerId.toHexString()]),
  )

/**
 * Resolves or dismisses a report (product section 4) and notifies its reporter. Throws 404, 409 when it
 * has that status already, and 403 for a moderator whom it is about.
 */
export async function setReport(
  viewer: Viewer,
  id: string,
  status: 'resolved' | 'dismissed',
): Promise<AdminReportView> {
  return transact(async (tx) => {
    await assertStillStaff(tx, viewer.id)
    const before = await ReportModel.findById(id).session(tx.session).lean<ReportDocument>()
    if (!before) throw notFound()
    if (!viewer.isAdmin && before.thing.ownerId.toHexString() === viewer.id) throw forbidden()
    if (before.status === status) throw conflict(MODERATION_MESSAGES.reportSame)
    return closeReport(tx, viewer, before, status, status)
  })
}

/** Closes a report that this transaction has read; `outcome` goes to its reporter. */
export async function closeReport(
  tx: Transaction,
  viewer: Viewer,
  before: ReportDocument,
  status: 'resolved' | 'dismissed',
  outcome: ModerationAction | typeof status,
): Promise<AdminReportView> {
  const report = await ReportModel.findByIdAndUpdate(
    before._id,
    { $set: { status, closedAt: new Date() }, $inc: { rev: 1 } },
    { session: tx.session, returnDocument: 'after' },
  ).lean<ReportDocument>()
  if (!report) throw notFound()
  const id = report._id.toHexString()
  if (before.status !== status) {
    const action = status === 'resolved' ? 'report.resolve' : 'report.dismiss'
    await recordAdminAction(tx, {
      admin: viewer,
      action,
      target: { type: 'report', id },
      before: { status: before.status },
      after: { status },
    })
  }
  await notifyReporter(tx, report, outcome)
  const [view] = await presentReports([report])
  tx.emit('report:updated', { report: view! })
  return view!
}

const notifyReporter = (
  tx: Transaction,
  { _id, reporterId, targetType }: ReportDocument,
  outcome: ModerationAction | 'resolved' | 'dismissed',
) =>
  notifyFromSite(tx, {
    userId: new Types.ObjectId(reporterId).toHexString(),
    type: 'REPORT',
    data: { reportId: _id.toHexString(), outcome },
    message: outcomeWords(targetType, outcome),
    dedupeKey: `report:${_id.toHexString()}:${outcome}`,
  })

/** The number of reports, from the store's own count, and of pending ones, from an index. */
export async function countReports(): Promise<{ total: number; pending: number }> {
  const [total, pending] = await Promise.all([ReportModel.estimatedDocumentCount(), countPendingReports()])
  return { total, pending }
}

export const countPendingReports = (): Promise<number> =>
  ReportModel.countDocuments({ status: 'pending' }).hint(REPORT_INDEXES.ofStatus)
