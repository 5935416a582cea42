import type { CheckView, DeadJobView, MonitorErrorView } from '#contract/monitor.ts'
import { canDiscard } from '#server/platform/jobs/dead-jobs.ts'
import type { JobDocument } from '#server/platform/jobs/jobs.model.ts'
import type { ErrorGroupDocument, FixAttempt } from './error-groups.model.ts'

/** A group of errors as admins see it. */
export const presentErrorGroup = (group: ErrorGroupDocument): MonitorErrorView => ({
  id: group._id.toHexString(),
  severity: group.severity,
  type: group.type,
  source: group.source,
  message: group.message,
  during: group.during,
  where: group.where,
  timestamp: group.lastSeen.toISOString(),
  firstSeen: group.firstSeen.toISOString(),
  count: group.count,
  resolved: group.resolved,
  regression: group.regressions > 0,
  test: group.test,
  fixAttempts: group.fixAttempts,
  lastFix: group.fixes.length > 0 ? presentAttempt(group.fixes.at(-1)!) : null,
  rev: group.rev,
})

/** A dead job as admins see it, without its payload. */
export const presentDeadJob = ({
  _id,
  kind,
  attempts,
  lastError,
  createdAt,
  diedAt = createdAt,
}: JobDocument): DeadJobView => ({
  id: _id.toHexString(),
  kind,
  attempts,
  lastError,
  createdAt: createdAt.toISOString(),
  diedAt: diedAt.toISOString(),
  canDiscard: canDiscard(kind),
})

const presentAttempt = ({ repair, outcome, detail, at }: FixAttempt): CheckView => ({
  repair,
  outcome,
  detail,
  at: at.toISOString(),
})
