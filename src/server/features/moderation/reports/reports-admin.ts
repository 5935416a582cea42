import { Types, trusted } from 'mongoose'
import { PAGE } from '#contract/limits.ts'
import { MODERATION_MESSAGES, outcomeWords, type ReportOutcome } from '#contract/moderation.constants.ts'
import type { AdminReportsQuery, AdminReportView } from '#contract/moderation.ts'
import { recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { notifyFromSite } from '#server/features/notifications/site-notices.ts'
import { assertStillStaff, isOnlyAdmin } from '#server/features/people/users/admin-people.service.ts'
import { createdAtWithin, inOrder, wholePage, type CursorRange } from '#server/platform/cursor-pages.ts'
import { bus } from '#server/platform/bus.ts'
import { conflict, forbidden, notFound } from '#server/platform/errors.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { REPORT_INDEXES, ReportModel, type ReportDocument } from './reports.model.ts'
import { announceReport, presentReports } from './reports.present.ts'

export type { ReportDocument } from './reports.model.ts'

/** A page of reports, newest first, as admins see them. Skeleton, then hydrate and present. */
export async function adminReports({ status, cursor }: AdminReportsQuery): Promise<AdminReportView[]> {
  const before = cursor ? Date.parse(cursor) : null
  const { rows } = await wholePage((range) => skeleton(status, range), before, PAGE.rows)
  return presentReports(rows.map(({ report }) => report))
}

async function skeleton(
  status: AdminReportsQuery['status'],
  range: CursorRange,
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
    .limit(PAGE.rows + 1)
    .lean<ReportDocument[]>()
  return presentReports(same.filter((report) => !report._id.equals(_id)).slice(0, PAGE.rows))
}

/**
 * Resolves or dismisses a report (product section 4) and notifies its reporter. Throws 404, 409 when it
 * has that status already, and 403 for whom it is about, but for an only admin.
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
    const isAboutThem = before.thing.ownerId.toHexString() === viewer.id
    if (isAboutThem && !(await isOnlyAdmin(viewer))) throw forbidden(MODERATION_MESSAGES.reportOther)
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
  outcome: ReportOutcome,
): Promise<AdminReportView> {
  const report = await ReportModel.findByIdAndUpdate(
    before._id,
    { $set: { status, outcome, closedAt: clock.date() }, $inc: { rev: 1 } },
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
  return announceReport(tx, report)
}

const notifyReporter = (
  tx: Transaction,
  { _id, reporterId, targetType }: ReportDocument,
  outcome: ReportOutcome,
) =>
  notifyFromSite(tx, {
    userId: new Types.ObjectId(reporterId).toHexString(),
    type: 'REPORT',
    data: { reportId: _id.toHexString(), outcome },
    message: outcomeWords(targetType, outcome),
    dedupeKey: `report:${_id.toHexString()}:${outcome}`,
  })

/**
 * Notes that somebody reads a report: its reporter sees it at once. Not the reporter, nor the person whom it is
 * about, who may be moderators.
 */
export async function recordReportRead(viewer: Viewer, id: string): Promise<void> {
  const reader = new Types.ObjectId(viewer.id)
  const read = await ReportModel.findOneAndUpdate(
    {
      _id: id,
      status: 'pending',
      readAt: null,
      reporterId: trusted({ $ne: reader }),
      'thing.ownerId': trusted({ $ne: reader }),
    },
    { $set: { readAt: clock.date() }, $inc: { rev: 1 } },
    { returnDocument: 'after' },
  ).lean<ReportDocument>()
  if (read) await announceReport(bus, read)
}

/** The number of reports, from the store's own count, and of pending ones, from an index. */
export async function countReports(): Promise<{ total: number; pending: number }> {
  const [total, pending] = await Promise.all([ReportModel.estimatedDocumentCount(), countPendingReports()])
  return { total, pending }
}

export const countPendingReports = (): Promise<number> =>
  ReportModel.countDocuments({ status: 'pending' }).hint(REPORT_INDEXES.ofStatus)

/** The number of reports made since a moment, from an index. */
export const countReportsSince = (moment: Date): Promise<number> =>
  ReportModel.countDocuments({ createdAt: trusted({ $gte: moment }) }).hint(REPORT_INDEXES.newest)
