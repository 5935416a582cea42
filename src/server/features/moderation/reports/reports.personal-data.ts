import { Types } from 'mongoose'
import type { Erase } from '#server/platform/erasure.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { ReportModel, type ReportDocument } from './reports.model.ts'

/**
 * What was reported of them goes with them. What they reported stays for whoever judges it, without their
 * name and words.
 */
export const eraseReports: Erase = async ({ id }) => {
  await ReportModel.deleteMany({ 'thing.ownerId': new Types.ObjectId(id) })
  for await (const { _id } of rowsOf(ReportModel.find({ reporterId: id }, { _id: 1 }).lean())) {
    // The report's own id is nobody's.
    await ReportModel.updateOne({ _id }, { $set: { reporterId: _id, details: null }, $inc: { rev: 1 } })
  }
}

/** Everything a person has reported, for their export. */
export async function* exportedReports(reporterId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const report of rowsOf(
    ReportModel.find({ reporterId }).sort({ _id: -1 }).lean<ReportDocument[]>(),
  )) {
    const { targetType, targetId, reason, details, status, createdAt } = report
    yield { targetType, targetId: targetId.toHexString(), reason, details, status, createdAt }
  }
}
