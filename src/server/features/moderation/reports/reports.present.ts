import type { ReportReceipt } from '#contract/moderation.ts'
import type { ReportDocument } from './reports.model.ts'

/** What the reporter is told. */
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
