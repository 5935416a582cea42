import { Types } from 'mongoose'
import {
  MODERATION_MESSAGES,
  MODERATION,
  decisionWords,
  type ModerationAction,
  type ReportReason,
} from '#contract/moderation.constants.ts'
import type { CaseView, ModerateInput, ReportHistoryView } from '#contract/moderation.ts'
import type { AuditAction } from '#contract/admin.constants.ts'
import { NOBODY, recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { notifyFromSite } from '#server/features/notifications/site-notices.ts'
import { clock } from '#server/platform/clock.ts'
import { closeReport, reportById, type ReportDocument, otherReports } from './reports/reports-admin.ts'
import { presentReports } from './reports/reports.present.ts'
import { assertStillStaff, ban, suspend } from '#server/features/people/users/admin-people.service.ts'
import { badRequest, forbidden, notFound } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { postBanned } from './decision-mails.ts'
import { CaseModel, type CaseDocument } from './moderation.model.ts'
import { announceCase } from './moderation.present.ts'
import { lockOf, removeThing, hiddenThing } from './removals.service.ts'
import { moderatedKind } from '#server/shared/feature.ts'
import { DAY } from '#server/platform/durations.ts'
import { casesOf } from './appeals.service.ts'

const AUDITED: Record<ModerationAction, AuditAction> = {
  remove: 'content.remove',
  warn: 'user.warn',
  suspend: 'user.suspend',
  ban: 'user.ban',
}

/**
 * Decides on a report: resolves it, notifies its reporter and the person concerned, who may appeal. Throws
 * 404 when the report or thing is deleted, 403 for admins and oneself, 400 for removing a person.
 */
export async function moderate(viewer: Viewer, reportId: string, input: ModerateInput): Promise<CaseView> {
  const report = await reportById(reportId)
  const personId = report.thing.ownerId.toHexString()
  if (personId === viewer.id) throw forbidden()
  if (input.action === 'remove' && report.targetType === 'user')
    throw badRequest(MODERATION_MESSAGES.notRemovable)
  const decided = newCase(viewer, report, input)
  return oneAtATime(lockOf(report), () =>
    transact(async (tx) => {
      await assertStillStaff(tx, viewer.id)
      await carryOut(tx, decided)
      await CaseModel.insertMany([decided], { session: tx.session, lean: true })
      await closeReport(tx, viewer, await reportById(reportId), 'resolved', input.action)
      await writeDown(tx, viewer, decided)
      await notifyPerson(tx, decided)
      if (decided.action === 'ban')
        await postBanned({ userId: personId, caseId: decided._id.toHexString() }, tx)
      return announceCase(tx, decided)
    }),
  )
}

function newCase(
  viewer: Pick<Viewer, 'id'>,
  report: Pick<ReportDocument, '_id' | 'targetType' | 'targetId' | 'reason'> & {
    thing: Pick<ReportDocument['thing'], 'ownerId' | 'text'>
  },
  { action, note, days }: ModerateInput,
): CaseDocument {
  const now = clock.now()
  return {
    _id: clock.id(),
    personId: report.thing.ownerId,
    adminId: new Types.ObjectId(viewer.id),
    reportId: report._id,
    action,
    reason: report.reason,
    note: note || null,
    targetType: report.targetType,
    targetId: report.targetId,
    text: report.thing.text,
    until: days === undefined ? null : new Date(now + days * DAY),
    createdAt: new Date(now),
    appealBy: new Date(now + MODERATION.appealWithin),
    appeal: null,
    rev: 1,
  }
}

async function carryOut(
  tx: Transaction,
  { action, personId, targetType, targetId, until }: CaseDocument,
): Promise<void> {
  if (action === 'suspend') return suspend(tx, personId.toHexString(), until!)
  if (action === 'ban') return ban(tx, personId.toHexString())
  if (
    action === 'remove' &&
    targetType !== 'user' &&
    !(await removeThing(tx, targetType, targetId.toHexString(), personId))
  )
    throw notFound()
}

/**
 * A suspension by the command line, without a report. The person is told and may appeal, as after any other decision.
 * Throws 404, and 403 for an admin or moderator.
 */
export function suspendByOperator(userId: string, days: number, reason: ReportReason): Promise<CaseView> {
  const thing = { ownerId: new Types.ObjectId(userId), text: '' }
  const none = new Types.ObjectId(NOBODY.id)
  const report = { _id: none, targetType: 'user', targetId: thing.ownerId, reason, thing } as const
  const decided = newCase(NOBODY, report, { action: 'suspend', days })
  return transact(async (tx) => {
    await carryOut(tx, decided)
    await CaseModel.insertMany([decided], { session: tx.session, lean: true })
    await writeDown(tx, NOBODY, decided, { by: 'command line' })
    await notifyPerson(tx, decided)
    return announceCase(tx, decided)
  })
}

function writeDown(
  tx: Transaction,
  admin: Pick<Viewer, 'id'>,
  { action, personId, targetType, targetId, until }: CaseDocument,
  also: { by?: string } = {},
): Promise<void> {
  const target =
    action === 'remove'
      ? ({ type: targetType, id: targetId.toHexString() } as const)
      : ({ type: 'user', id: personId.toHexString() } as const)
  return recordAdminAction(tx, {
    admin,
    action: AUDITED[action],
    target,
    after: until ? { until: until.toISOString(), ...also } : null,
  })
}

const notifyPerson = (tx: Transaction, decided: CaseDocument) =>
  notifyFromSite(tx, {
    userId: decided.personId.toHexString(),
    type: 'MODERATION',
    data: { caseId: decided._id.toHexString(), action: decided.action },
    message: `${decisionWords(decided)} You can appeal within 30 days.`,
  })

/** What an admin needs to decide on a report. Throws 404. */
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
