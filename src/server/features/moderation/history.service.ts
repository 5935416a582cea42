import type { ReportHistoryView } from '#contract/moderation.ts'
import { commentText } from '#server/features/comments/comments.hiding.ts'
import { messageText } from '#server/features/messages/messages.hiding.ts'
import { recordsOf } from '#server/features/posts/posts.store.ts'
import { otherReports, presentReports, reportById, type ReportDocument } from '#server/features/reports/reports.admin.ts'
import { profileText } from '#server/features/users/profiles.service.ts'
import { casesOf } from './appeals.service.ts'
import { hiddenText } from './removals.service.ts'

/** Everything an admin wants to know before deciding about a report. Throws 404. */
export async function reportHistory(id: string): Promise<ReportHistoryView> {
  const report = await reportById(id)
  const [[view], now, cases, reports] = await Promise.all([presentReports([report]), stateOf(report), casesOf(report.thing.ownerId.toHexString()), otherReports(report)])
  return { report: view!, now, cases, reports }
}

async function stateOf({ targetType, targetId }: ReportDocument): Promise<ReportHistoryView['now']> {
  const text = await TEXTS[targetType](targetId.toHexString())
  if (text !== null) return { state: 'there', text }
  const hidden = await hiddenText(targetType, targetId)
  return hidden === null ? { state: 'gone', text: null } : { state: 'hidden', text: hidden }
}

const TEXTS: Record<ReportDocument['targetType'], (id: string) => Promise<string | null>> = {
  post: async (id) => (await recordsOf([id]))[0]?.text ?? null,
  comment: commentText,
  message: messageText,
  user: profileText,
}
