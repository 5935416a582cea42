import { ReportModel } from './reports.model.ts'

/** How many reports there are, from the store's own count, and how many wait, from an index. */
export async function countReports(): Promise<{ total: number; pending: number }> {
  const [total, pending] = await Promise.all([
    ReportModel.estimatedDocumentCount(),
    ReportModel.countDocuments({ status: 'pending' }).hint({ status: 1, createdAt: -1, _id: -1 }),
  ])
  return { total, pending }
}
