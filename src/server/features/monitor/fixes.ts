import { trusted, type QueryFilter } from 'mongoose'
import type { CheckView } from '#contract/monitor.ts'
import { ErrorGroupModel, type ErrorGroupDocument } from './error-groups.model.ts'
import { emitMonitorChanged } from './monitor-change.ts'
import { runChecks } from './repairs.ts'

/** Attempts stored in a group. */
const KEPT_FIXES = 5
/** Groups in one pass. */
const AT_A_TIME = 100
/** How often an error is repaired automatically; then it waits for an admin. */
const MAX_AUTOMATIC_FIXES = 5
/** Shortest time between two automatic checks of the same part, ms. */
const PAUSE = 30_000

/** Stores the outcomes of checks in these groups, and resolves those that the outcomes settle. */
export async function fixErrors(
  which: QueryFilter<ErrorGroupDocument>,
  checks: readonly CheckView[],
): Promise<void> {
  const groups = await ErrorGroupModel.find(which)
    .sort({ lastSeen: -1 })
    .limit(AT_A_TIME)
    .lean<ErrorGroupDocument[]>()
  const noted = await Promise.all(
    groups.map((group) =>
      record(
        group,
        checks.filter(({ repair }) => group.repairs.includes(repair)),
      ),
    ),
  )
  if (noted.some(Boolean)) emitMonitorChanged()
}

async function record(
  { _id, rev, settledBy }: ErrorGroupDocument,
  checks: readonly CheckView[],
): Promise<boolean> {
  if (checks.length === 0) return false
  const fixes = checks.map(({ repair, outcome, detail, at }) => ({
    repair,
    outcome,
    detail,
    at: new Date(at),
  }))
  const settled =
    checks.every(({ outcome }) => outcome !== 'failed') &&
    checks.some(({ outcome }) => settledBy.includes(outcome))
  // Only the state that was read: an error that came back meanwhile is not settled.
  const { modifiedCount } = await ErrorGroupModel.updateOne(
    { _id, rev },
    {
      $push: { fixes: { $each: fixes, $slice: -KEPT_FIXES } },
      $inc: { fixAttempts: 1, rev: 1 },
      ...(settled && { $set: { resolved: true } }),
    },
  )
  return modifiedCount > 0
}

const lookedAt = new Map<string, number>()

/** Handles new errors: checks the parts that their rules name, each at most every half a minute. */
export async function fixOfItself(fingerprints: readonly string[]): Promise<void> {
  const unresolved = {
    fingerprint: trusted({ $in: [...fingerprints] }),
    resolved: false,
    fixAttempts: trusted({ $lt: MAX_AUTOMATIC_FIXES }),
  }
  const groups = await ErrorGroupModel.find(unresolved).lean<ErrorGroupDocument[]>()
  const due = [...new Set(groups.flatMap(({ repairs }) => repairs))].filter(
    (repair) => performance.now() - (lookedAt.get(repair) ?? -Infinity) >= PAUSE,
  )
  if (due.length === 0) return
  for (const repair of due) lookedAt.set(repair, performance.now())
  const checks = await runChecks(due)
  await fixErrors(unresolved, checks)
}
