import { Types } from 'mongoose'
import { bus } from '#server/platform/bus.ts'
import type { Erase } from '#server/platform/erasure.ts'
import { rowsOf } from '#server/platform/mongo/rows.ts'
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
export const eraseModeration: Erase = async ({ id }) => {
  const person = new Types.ObjectId(id)
  await purgeRemovedOf(id)
  for await (const { _id, rev } of rowsOf(
    CaseModel.find({ personId: person }, { rev: 1 }).lean<Pick<CaseDocument, '_id' | 'rev'>[]>(),
  )) {
    await CaseModel.deleteOne({ _id })
    bus.emit('case:deleted', { id: _id.toHexString(), rev: rev + 1 })
  }
  announcePending()
  for await (const { _id } of rowsOf(CaseModel.find({ adminId: id }, { _id: 1 }).lean())) {
    // The case's own id belongs to nobody.
    const nameless = { $set: { adminId: _id }, $inc: { rev: 1 } }
    const one = await CaseModel.findByIdAndUpdate(_id, nameless, {
      returnDocument: 'after',
    }).lean<CaseDocument>()
    if (one) await announceCase(bus, one)
  }
  await CaseModel.updateMany({ 'appeal.decidedBy': person }, { $set: { 'appeal.decidedBy': null } })
}

const announcePending = (): void => bus.emit('pending:changed', { at: clock.date().toISOString() })

/** All decisions about a person with their appeals, for their export; without the deciding admin. */
export async function* exportedCases(personId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const one of rowsOf(
    CaseModel.find({ personId }).hint(CASE_INDEXES.ofPerson).sort({ _id: -1 }).lean<CaseDocument[]>(),
  )) {
    const { action, targetType, reason, note, text, until, createdAt, appeal } = one
    yield {
      action,
      targetType,
      reason,
      note,
      text,
      until,
      createdAt,
      appeal: appeal?.text ?? null,
      appealed: appeal?.at ?? null,
      appealRead: appeal?.readAt ?? null,
      appealStatus: appeal?.status ?? null,
    }
  }
}

/** Deletes the reports about a person. Reports by them stay for the admins, without their name and words. */
export const eraseReports: Erase = async ({ id }) => {
  const about = { 'thing.ownerId': new Types.ObjectId(id) }
  for await (const { _id, reporterId, rev } of rowsOf(
    ReportModel.find(about, { reporterId: 1, rev: 1 }).lean<ReportDocument[]>(),
  )) {
    await ReportModel.deleteOne({ _id })
    const tombstone = { id: _id.toHexString(), rev: rev + 1 }
    bus.emit('report:deleted', tombstone)
    bus.emit('own-report:deleted', { userId: reporterId.toHexString(), ...tombstone })
  }
  announcePending()
  for await (const { _id } of rowsOf(ReportModel.find({ reporterId: id }, { _id: 1 }).lean())) {
    // The report's own id belongs to nobody.
    const nameless = { $set: { reporterId: _id, details: null }, $inc: { rev: 1 } }
    const report = await ReportModel.findByIdAndUpdate(_id, nameless, {
      returnDocument: 'after',
    }).lean<ReportDocument>()
    if (report) await announceToStaff(bus, report)
  }
}

/** All reports by a person, for their export. */
export async function* exportedReports(reporterId: string): AsyncGenerator<Record<string, unknown>> {
  for await (const report of rowsOf(
    ReportModel.find({ reporterId }).sort({ _id: -1 }).lean<ReportDocument[]>(),
  )) {
    const { targetType, targetId, reason, details, status, outcome, createdAt, readAt, closedAt } = report
    yield {
      targetType,
      targetId: targetId.toHexString(),
      reason,
      details,
      status,
      outcome: outcome ?? null,
      createdAt,
      read: readAt ?? null,
      closed: closedAt ?? null,
    }
  }
}
