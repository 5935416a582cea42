import { z } from 'zod'
import { SENTENCES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { Id, Timestamp, personText } from './primitives.ts'
import { REPORT_REASONS, REPORT_TARGETS } from './reports.facts.ts'

const ReportTarget = z.enum(REPORT_TARGETS, SENTENCES.invalidInput)
const ReportReason = z.enum(
  REPORT_REASONS.map(({ reason }) => reason),
  SENTENCES.reportReason,
)

/** POST /api/reports (DECISIONS rows 10, 38). `details`: what the reporter adds in their own words. */
export const CreateReportInput = z
  .object({
    targetType: ReportTarget,
    targetId: Id,
    reason: ReportReason,
    details: personText({ max: LIMITS.reportDetails, tooLong: SENTENCES.reportDetailsTooLong })
      .trim()
      .nullish(),
  })
  .meta({ id: 'CreateReportInput' })
export type CreateReportInput = z.infer<typeof CreateReportInput>

/** What the reporter is told: that it was received, not what became of it. */
export const ReportReceipt = z
  .object({ id: Id, targetType: ReportTarget, targetId: Id, reason: ReportReason, createdAt: Timestamp })
  .meta({ id: 'ReportReceipt' })
export type ReportReceipt = z.infer<typeof ReportReceipt>
