import { REPORT_INDEXES, ReportModel } from './reports.model.ts'

/** How many reports there are, from the store's own count, and how many wait, from an index. */
export async function countReports(): Promise<{ total: number; pending: number }> {
  const [total, pending] = await Promise.all([
    ReportModel.estimatedDocumentCount(),
    ReportModel.countDocuments({ status: 'pending' }).hint(REPORT_INDEXES.ofStatus),
  ])
  return { total, pending }
}
