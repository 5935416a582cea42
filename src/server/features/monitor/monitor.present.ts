import type { CheckView, DeadJobView, MonitorErrorView } from '#contract/monitor.ts'
import { canDiscard } from '#server/platform/jobs/dead-jobs.ts'
import type { JobDocument } from '#server/platform/jobs/jobs.model.ts'
import type { ErrorGroupDocument, FixAttempt } from './error-groups.model.ts'

/** A group of errors as admins see it. */
export const presentErrorGroup = (fault: ErrorGroupDocument): MonitorErrorView => ({
  id: fault._id.toHexString(),
  severity: fault.severity,
  type: fault.type,
  source: fault.source,
  message: fault.message,
  during: fault.during,
  where: fault.where,
  timestamp: fault.lastSeen.toISOString(),
  firstSeen: fault.firstSeen.toISOString(),
  count: fault.count,
  resolved: fault.resolved,
  regression: fault.regressions > 0,
  test: fault.test,
  fixAttempts: fault.fixAttempts,
  lastFix: fault.fixes.length > 0 ? presentAttempt(fault.fixes.at(-1)!) : null,
  rev: fault.rev,
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
