import { MODERATION } from '#contract/moderation.constants.ts'
import type { AdminReportView, OwnReportView, ReportReceipt } from '#contract/moderation.ts'
import type { ActorView } from '#contract/people.ts'
import { loadActors } from '#server/features/people/users/people.service.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { ReportDocument } from './reports.model.ts'

/** Hydrates and presents reports, for admins and moderators. */
export async function presentReports(reports: readonly ReportDocument[]): Promise<AdminReportView[]> {
  const actors = await hydrateActors(reports)
  return reports.map((report) => ({
    ...common(report),
    targetId: report.targetId.toHexString(),
    reporter: actors.get(report.reporterId.toHexString()) ?? null,
    person: actors.get(report.thing.ownerId.toHexString()) ?? null,
    thing: { text: report.thing.text, mediaUrl: report.thing.mediaUrl, path: report.thing.path },
  }))
}

/** Reporters, and the owners of what was reported. */
const hydrateActors = (reports: readonly ReportDocument[]): Promise<Map<string, ActorView>> =>
  loadActors(
    reports.flatMap(({ reporterId, thing }) => [reporterId.toHexString(), thing.ownerId.toHexString()]),
  )

const common = ({ _id, reason, details, targetType, status, createdAt, closedAt, rev }: ReportDocument) => ({
  id: _id.toHexString(),
  reason,
  details,
  targetType,
  status,
  createdAt: createdAt.toISOString(),
  dueAt: new Date(createdAt.getTime() + MODERATION.reviewWithin).toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
  rev,
})

/** A report as its reporter sees it. One that is closed was read, even if nobody opened it. */
export const presentOwnReport = (report: ReportDocument): OwnReportView => ({
  ...common(report),
  text: report.thing.text,
  outcome: report.outcome ?? null,
  readAt: (report.readAt ?? report.closedAt)?.toISOString() ?? null,
})

/** The answer to the reporter. */
export const presentReceipt = ({
  _id,
  targetType,
  targetId,
  reason,
  createdAt,
}: ReportDocument): ReportReceipt => ({
  id: _id.toHexString(),
  targetType,
  targetId: targetId.toHexString(),
  reason,
  createdAt: createdAt.toISOString(),
})

/** Tells the dashboards that a report is new or has changed. */
export async function announceToStaff(
  to: Pick<Transaction, 'emit'>,
  report: ReportDocument,
): Promise<AdminReportView> {
  const [view] = await presentReports([report])
  to.emit('report:updated', { report: view! })
  return view!
}

/** Tells the dashboards and the reporter's pages. */
export async function announceReport(
  to: Pick<Transaction, 'emit'>,
  report: ReportDocument,
): Promise<AdminReportView> {
  const view = await announceToStaff(to, report)
  to.emit('own-report:updated', {
    userId: report.reporterId.toHexString(),
    report: presentOwnReport(report),
  })
  return view
}
