import { eraseTraces } from '#server/features/analytics/analytics.departure.ts'
import { eraseAuditNames } from '#server/features/admin/audit/audit.departure.ts'
import { eraseAuthorship } from '#server/features/blog/blog.departure.ts'
import { eraseComments } from '#server/features/comments/comments.departure.ts'
import { eraseTimelines } from '#server/features/posts/feed/timelines.departure.ts'
import { eraseFollows } from '#server/features/people/follows/follows.departure.ts'
import { eraseMedia } from '#server/features/media/media.departure.ts'
import { eraseMessages } from '#server/features/messages/messages.departure.ts'
import { eraseModeration } from '#server/features/moderation/moderation.departure.ts'
import { eraseNotifications } from '#server/features/notifications/notifications.departure.ts'
import { erasePosts } from '#server/features/posts/posts.departure.ts'
import { eraseReactions } from '#server/features/posts/reactions/reactions.departure.ts'
import { eraseResetTokens } from '#server/features/account/recovery/reset-tokens.service.ts'
import { eraseFactors } from '#server/features/account/second-factor/factors.store.ts'
import { eraseRelations } from '#server/features/people/relations/relations.departure.ts'
import { eraseReports } from '#server/features/moderation/reports/reports.departure.ts'
import { eraseSecurityLog } from '#server/features/account/security-log/security-log.service.ts'
import { eraseHeld } from '#server/features/moderation/spam/held.service.ts'
import type { Erase } from '#server/platform/departed.ts'
import { removeJobs } from '#server/platform/jobs/job-store.ts'
import { eraseMails } from '#server/platform/mail/post-office.ts'
import { removeSessionsOf } from '#server/platform/session.ts'

// But for the one that is at it.
const eraseJobs: Erase = ({ id }) => removeJobs({ 'payload.userId': id, kind: { $ne: 'erase-account' } })

const eraseSessions: Erase = ({ id }) => removeSessionsOf(id)

/**
 * Everything the house keeps of a person, in the order in which it goes: what others see first, files after what shows
 * them. A feature that keeps something of people has a line here; a test looks into every collection and file afterwards.
 */
export const ERASURES: readonly Erase[] = [
  eraseSessions,
  eraseResetTokens,
  eraseSecurityLog,
  eraseFactors,
  eraseModeration,
  erasePosts,
  eraseComments,
  eraseReactions,
  eraseMessages,
  eraseNotifications,
  eraseFollows,
  eraseRelations,
  eraseTimelines,
  eraseReports,
  eraseHeld,
  eraseAuthorship,
  eraseAuditNames,
  eraseMedia,
  eraseTraces,
  eraseMails,
  eraseJobs,
]
