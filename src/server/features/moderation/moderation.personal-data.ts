import { Types } from 'mongoose'
import { bus } from '#server/platform/bus.ts'
import type { Erase } from '#server/platform/erasure.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
import { sweep, sweepParts } from '#server/platform/sweep.ts'
import { exportedFields } from '#server/shared/exported-fields.ts'
import { clock } from '#server/platform/clock.ts'
import { CaseModel, CASE_INDEXES, type CaseDocument } from './moderation.model.ts'
import { announceCase } from './moderation.present.ts'
import { purgeRemovedOf } from './removals.service.ts'
import { ReportModel, type ReportDocument } from './reports/reports.model.ts'
import { announceToStaff } from './reports/reports.present.ts'

/**
 * Deletes a person's hidden things and the decisions about them. Their own decisions as an admin stay without
 * their name.
 */
export const eraseModeration: Erase = async ({ id }, { signal }) => {
  const person = new Types.ObjectId(id)
  const about = CaseModel.find({ personId: person }, { rev: 1 }).lean<Pick<CaseDocument, '_id' | 'rev'>[]>()
  const theirs = CaseModel.find({ adminId: id }, { _id: 1 }).lean<Pick<CaseDocument, '_id'>[]>()
  await sweepParts(
    () => purgeRemovedOf(id, signal),
    () => sweep(rowsOf(about), deleteCase, signal),
    announcePending,
    () => sweep(rowsOf(theirs), withoutAdmin, signal),
    () => CaseModel.updateMany({ 'appeal.decidedBy': person }, { $set: { 'appeal.decidedBy': null } }),
  )
}

async function deleteCase({ _id, rev }: Pick<CaseDocument, '_id' | 'rev'>): Promise<void> {
  await CaseModel.deleteOne({ _id })
  bus.emit('case:deleted', { id: _id.toHexString(), rev: rev + 1 })
}

async function withoutAdmin({ _id }: Pick<CaseDocument, '_id'>): Promise<void> {
  // The case's own id belongs to nobody.
  const nameless = { $set: { adminId: _id }, $inc: { rev: 1 } }
  const one = await CaseModel.findByIdAndUpdate(_id, nameless, {
    returnDocument: 'after',
  }).lean<CaseDocument>()
  if (one) await announceCase(bus, one)
}

const announcePending = (): void => bus.emit('pending:changed', { at: clock.date().toISOString() })

const caseAsItIs = exportedFields<CaseDocument>({
  _id: false,
  personId: false,
  adminId: false,
  reportId: false,
  action: true,
  reason: true,
  note: true,
  targetType: true,
  targetId: false,
  text: true,
  until: true,
  createdAt: true,
  appealBy: false,
  appeal: false,
  rev: false,
})

/** All decisions about a person with their appeals, for their export; without the deciding admin. */
export async function* exportedCases(personId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const one of rowsOf(
    CaseModel.find({ personId }).hint(CASE_INDEXES.ofPerson).sort({ _id: -1 }).lean<CaseDocument[]>(),
  )) {
    const { appeal } = one
    yield {
      ...caseAsItIs(one),
      appeal: appeal?.text ?? null,
      appealed: appeal?.at ?? null,
      appealRead: appeal?.readAt ?? null,
      appealStatus: appeal?.status ?? null,
    }
  }
}

/** Deletes the reports about a person. Reports by them stay for the admins, without their name and words. */
export const eraseReports: Erase = async ({ id }, { signal }) => {
  const owner = { 'thing.ownerId': new Types.ObjectId(id) }
  const about = ReportModel.find(owner, { reporterId: 1, rev: 1 }).lean<OneToDelete[]>()
  const theirs = ReportModel.find({ reporterId: id }, { _id: 1 }).lean<Pick<ReportDocument, '_id'>[]>()
  await sweepParts(
    () => sweep(rowsOf(about), deleteReport, signal),
    announcePending,
    () => sweep(rowsOf(theirs), withoutReporter, signal),
  )
}

type OneToDelete = Pick<ReportDocument, '_id' | 'reporterId' | 'rev'>

async function deleteReport({ _id, reporterId, rev }: OneToDelete): Promise<void> {
  await ReportModel.deleteOne({ _id })
  const tombstone = { id: _id.toHexString(), rev: rev + 1 }
  bus.emit('report:deleted', tombstone)
  bus.emit('own-report:deleted', { userId: reporterId.toHexString(), ...tombstone })
}

async function withoutReporter({ _id }: Pick<ReportDocument, '_id'>): Promise<void> {
  // The report's own id belongs to nobody.
  const nameless = { $set: { reporterId: _id, details: null }, $inc: { rev: 1 } }
  const report = await ReportModel.findByIdAndUpdate(_id, nameless, {
    returnDocument: 'after',
  }).lean<ReportDocument>()
  if (report) await announceToStaff(bus, report)
}

const reportAsItIs = exportedFields<ReportDocument>({
  _id: false,
  reporterId: false,
  targetType: true,
  targetId: false,
  reason: true,
  details: true,
  thing: false,
  status: true,
  createdAt: true,
  readAt: false,
  closedAt: false,
  outcome: false,
  rev: false,
})

/** All reports by a person, for their export. */
export async function* exportedReports(reporterId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const report of rowsOf(
    ReportModel.find({ reporterId }).sort({ _id: -1 }).lean<ReportDocument[]>(),
  )) {
    const { targetId, outcome, readAt, closedAt } = report
    yield {
      ...reportAsItIs(report),
      targetId: targetId.toHexString(),
      outcome: outcome ?? null,
      read: readAt ?? null,
      closed: closedAt ?? null,
    }
  }
}
