import { Types, trusted } from 'mongoose'
import { PAGE } from '#contract/limits.ts'
import type { CreateReportInput, OwnReportView, ReportReceipt } from '#contract/moderation.ts'
import { bus } from '#server/platform/bus.ts'
import { isDuplicateKey, badRequest } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { ReportedThing } from '#server/shared/moderated.ts'
import { clock } from '#server/platform/clock.ts'
import { REPORT_INDEXES, ReportModel, type ReportDocument } from './reports.model.ts'
import { announceReport, presentOwnReport, presentReceipt } from './reports.present.ts'
import { MESSAGES } from '#contract/errors.ts'
import type { ReportTarget } from '#contract/moderation.constants.ts'
import { moderatedKind } from '#server/shared/feature.ts'

/**
 * Reports something that the viewer can see (DECISIONS rows 10, 38). While their report of the same thing is
 * pending, it gets the new words, and `isNew` is false. Throws 404 for what they cannot see, 400 for their
 * own.
 */
export async function createReport(
  viewer: Viewer,
  input: CreateReportInput,
): Promise<{ view: ReportReceipt; isNew: boolean }> {
  const thing = await reportedThing(viewer, input.targetType, input.targetId)
  const report = newReport(viewer, input, thing)
  try {
    await ReportModel.insertMany([report], { lean: true })
    await announceReport(bus, report)
    return { view: presentReceipt(report), isNew: true }
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    const waiting = await rewordWaiting(report)
    // Closed at this very moment: then the new report counts after all.
    if (waiting) await announceReport(bus, waiting)
    return waiting ? { view: presentReceipt(waiting), isNew: false } : createReport(viewer, input)
  }
}

/** The viewer's own reports, newest first; `cursor` is the id of the last one. */
export async function ownReports(viewer: Viewer, cursor: string | undefined): Promise<OwnReportView[]> {
  const reports = await ReportModel.find({
    reporterId: viewer.id,
    ...(cursor && { _id: trusted({ $lt: cursor }) }),
  })
    .hint(REPORT_INDEXES.ofReporter)
    .sort({ _id: -1 })
    .limit(PAGE.rows)
    .lean<ReportDocument[]>()
  return reports.map(presentOwnReport)
}

const rewordWaiting = ({
  reporterId,
  targetType,
  targetId,
  reason,
  details,
  thing,
}: ReportDocument): Promise<ReportDocument | null> =>
  ReportModel.findOneAndUpdate(
    { reporterId, targetType, targetId, status: 'pending' },
    { $set: { reason, details, thing }, $unset: { readAt: 1 }, $inc: { rev: 1 } },
    { returnDocument: 'after' },
  ).lean<ReportDocument>()

const newReport = (
  viewer: Viewer,
  { targetType, targetId, reason, details }: CreateReportInput,
  thing: ReportedThing,
): ReportDocument => ({
  _id: clock.id(),
  reporterId: new Types.ObjectId(viewer.id),
  targetType,
  targetId: new Types.ObjectId(targetId),
  reason,
  details: details || null,
  thing,
  status: 'pending',
  createdAt: clock.date(),
  rev: 1,
})

/**
 * The reported thing, stored with the report. Throws 404 when the viewer cannot see it, 400 for their own.
 */
export async function reportedThing(
  viewer: Viewer,
  targetType: ReportTarget,
  targetId: string,
): Promise<ReportedThing> {
  const thing = await moderatedKind(targetType).find(viewer, targetId)
  if (thing.ownerId.toHexString() === viewer.id) throw badRequest(MESSAGES.reportSelf)
  return thing
}
