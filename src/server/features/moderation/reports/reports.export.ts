import { rowsOf } from '#server/platform/mongo/rows.ts'
import { ReportModel, type ReportDocument } from './reports.model.ts'

/** Everything a person has reported, for their export. */
export async function* exportedReports(reporterId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const report of rowsOf(ReportModel.find({ reporterId }).sort({ _id: -1 }).lean<ReportDocument[]>())) {
    const { targetType, targetId, reason, details, status, createdAt } = report
    yield { targetType, targetId: targetId.toHexString(), reason, details, status, createdAt }
  }
}
