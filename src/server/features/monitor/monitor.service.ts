import { trusted } from 'mongoose'
import type { AuditAction } from '#contract/admin.constants.ts'
import type { AuditState } from '#contract/admin.ts'
import type { ManualFixView, MonitorErrorView, MonitorStatusView } from '#contract/monitor.ts'
import { REPAIRS, healthOf, type TestError } from '#contract/monitor.constants.ts'
import { recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { notFound } from '#server/platform/errors.ts'
import { deadJobs, discardJob, retryJob } from '#server/platform/jobs/dead-jobs.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { ErrorGroupModel, type ErrorGroupDocument } from './error-groups.model.ts'
import { fixErrors } from './fixes.ts'
import { flushErrors, intakeWorks } from './error-intake.ts'
import { presentDeadJob, presentErrorGroup } from './monitor.present.ts'
import { judgeError } from './monitor-rules.ts'
import { latestChecks, runChecks } from './repairs.ts'

/** Groups in a status. */
const RECENT = 20

/** The state of the site: all processes' errors, and this process's latest checks. */
export async function monitorStatus(): Promise<MonitorStatusView> {
  const [total, unresolved, critical, recent, dead] = await Promise.all([
    ErrorGroupModel.estimatedDocumentCount(),
    ErrorGroupModel.countDocuments({ resolved: false }),
    ErrorGroupModel.countDocuments({ resolved: false, severity: 'CRITICAL' }),
    ErrorGroupModel.find().sort({ lastSeen: -1 }).limit(RECENT).lean<ErrorGroupDocument[]>(),
    deadJobs(RECENT),
  ])
  return {
    status: intakeWorks() ? 'running' : 'unknown',
    lastUpdate: clock.date().toISOString(),
    totalErrors: total,
    unresolvedErrors: unresolved,
    criticalErrors: critical,
    health: healthOf({ total, unresolved }),
    recentErrors: recent.map(presentErrorGroup),
    checks: latestChecks(),
    totalDeadJobs: dead.total,
    deadJobs: dead.newest.map(presentDeadJob),
  }
}

/** Checks every part of the site now, and tries once more to resolve open errors. */
export async function forceCheck(admin: Viewer): Promise<MonitorStatusView> {
  await recordAction(admin, 'monitor.check', null)
  await flushErrors()
  const checks = await runChecks(REPAIRS)
  await fixErrors({ resolved: false }, checks)
  return monitorStatus()
}

/**
 * Runs the repairs that a text points to, by the rules for error messages. Checks nothing when no rule
 * matches.
 */
export async function manualFix(admin: Viewer, errorMessage: string): Promise<ManualFixView> {
  const { type, repairs } = judgeError('server', { name: 'Error', message: errorMessage, where: null }, '')
  await recordAction(admin, 'monitor.fix', { type })
  const checks = await runChecks(repairs)
  await fixErrors({ resolved: false, repairs: trusted({ $in: [...repairs] }) }, checks)
  return { checks }
}

/** Causes an error of this type, which is handled like any other. */
export const causeTestError = (admin: Viewer, errorType: TestError): Promise<void> =>
  transact(async (tx) => {
    await recordAdminAction(tx, { admin, action: 'monitor.test', after: { type: errorType } })
    tx.emit('monitor:tested', { errorType })
  })

/** Marks a group as resolved or open. Throws 404. */
export async function setResolved(admin: Viewer, id: string, resolved: boolean): Promise<MonitorErrorView> {
  await transact(async (tx) => {
    const changed = await ErrorGroupModel.updateOne(
      { _id: id, resolved: !resolved },
      { $set: { resolved }, $inc: { rev: 1 } },
      { session: tx.session },
    )
    if (changed.modifiedCount === 0) return
    const action = resolved ? 'monitor.resolve' : 'monitor.reopen'
    await recordAdminAction(tx, {
      admin,
      action,
      before: { error: id, resolved: !resolved },
      after: { error: id, resolved },
    })
    tx.emit('monitor:changed', { at: clock.date().toISOString() })
  })
  const group = await ErrorGroupModel.findById(id).lean<ErrorGroupDocument>()
  if (!group) throw notFound()
  return presentErrorGroup(group)
}

/** Retries a dead job as if it were new. Throws 404 when it is not dead. */
export const retryDeadJob = (admin: Viewer, id: string): Promise<void> =>
  dealWithJob(admin, 'monitor.retry', (tx) => retryJob(tx, id))

/** Discards a dead job. Throws 404 when it is not dead, 409 for a job that must not be discarded. */
export const discardDeadJob = (admin: Viewer, id: string): Promise<void> =>
  dealWithJob(admin, 'monitor.discard', (tx) => discardJob(tx, id))

const dealWithJob = (
  admin: Viewer,
  action: AuditAction,
  work: (tx: Transaction) => Promise<string>,
): Promise<void> =>
  transact(async (tx) => {
    const kind = await work(tx)
    await recordAdminAction(tx, { admin, action, after: { job: kind } })
    tx.emit('monitor:changed', { at: clock.date().toISOString() })
  })

const recordAction = (admin: Viewer, action: AuditAction, after: AuditState): Promise<void> =>
  transact((tx) => recordAdminAction(tx, { admin, action, after }))
