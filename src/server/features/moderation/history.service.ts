import type { ReportHistoryView } from '#contract/moderation.ts'
import {
  otherReports,
  presentReports,
  reportById,
  type ReportDocument,
} from '#server/features/moderation/reports/reports.admin.ts'
import { moderatedKind } from '#server/platform/feature.ts'
import { casesOf } from './appeals.service.ts'
import { hiddenThing } from './removals.service.ts'

/** Everything an admin wants to know before deciding about a report. Throws 404. */
export async function reportHistory(id: string): Promise<ReportHistoryView> {
  const report = await reportById(id)
  const [[view], now, cases, reports] = await Promise.all([
    presentReports([report]),
    stateOf(report),
    casesOf(report.thing.ownerId.toHexString()),
    otherReports(report),
  ])
  return { report: view!, now, cases, reports }
}

async function stateOf({ targetType, targetId }: ReportDocument): Promise<ReportHistoryView['now']> {
  const there = await moderatedKind(targetType).current(targetId.toHexString())
  if (there) return { state: 'there', ...there }
  const hidden = await hiddenThing(targetType, targetId)
  return hidden ? { state: 'hidden', ...hidden } : { state: 'gone', text: null, media: null }
}
