import type { PendingView } from '#contract/moderation.ts'
import { clock } from '#server/platform/clock.ts'
import { countAppeals } from './appeals.service.ts'
import { countPendingReports } from './reports/reports-admin.ts'

/**
 * What waits for a decision, from two indexes. Never a shared read: a push that follows a change must not get
 * a count that was begun before it.
 */
export async function pending(): Promise<PendingView> {
  const updatedAt = clock.date().toISOString()
  const [reports, appeals] = await Promise.all([countPendingReports(), countAppeals()])
  return { reports, appeals, updatedAt }
}
