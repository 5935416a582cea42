import { Types, trusted } from 'mongoose'
import type { AuditAction, AuditTarget } from '#contract/audit.facts.ts'
import type { AuditEntryView, AuditQuery, AuditState } from '#contract/audit.ts'
import { PAGE } from '#contract/limits.ts'
import { loadActors, loadActorsByHandle } from '#server/features/people/users/actors.service.ts'
import type { AdminReportView } from '#contract/moderation.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { AUDIT_INDEXES, AuditModel, type AuditDocument } from './audit.model.ts'

/** What an admin does. `before` and `after` hold what it changed: no names, no e-mail addresses, no texts of people. */
export interface AdminAction {
  admin: Pick<Viewer, 'id'>
  action: AuditAction
  /** `id` is null for the house itself (its settings, its exports). */
  target: { type: AuditTarget; id: string | null }
  before: AuditState
  after: AuditState
}

/** Writes an admin's action into the audit log, inside the transaction that does it: both happen or neither. */
export async function recordAdminAction(tx: Transaction, { admin, action, target, before, after }: AdminAction): Promise<void> {
  const entry: AuditDocument = {
    _id: new Types.ObjectId(),
    adminId: new Types.ObjectId(admin.id),
    action,
    target: { type: target.type, id: target.id === null ? null : new Types.ObjectId(target.id) },
    before,
    after,
    at: new Date(),
  }
  await AuditModel.insertMany([entry], { session: tx.session, lean: true })
  const [view] = await presented([entry])
  tx.emit('audit:added', { entry: view! })
}

/** Who acts from the command line of the server: nobody's account. */
export const COMMAND_LINE = { id: '0'.repeat(24) } as const

/** Notes which reports of messages an admin has read, once for each: those are words that only two people were to see. */
export async function recordReading(admin: Pick<Viewer, 'id'>, reports: readonly AdminReportView[]): Promise<void> {
  const ids = reports.filter(({ targetType }) => targetType === 'message').map(({ id }) => id)
  if (ids.length === 0) return
  const noted = await AuditModel.find({ adminId: admin.id, action: 'report.read', 'target.id': trusted({ $in: ids.map((id) => new Types.ObjectId(id)) }) }, { target: 1 }).lean<AuditDocument[]>()
  const known = new Set(noted.map(({ target }) => target.id?.toHexString()))
  await transact(async (tx) => {
    for (const id of ids.filter((one) => !known.has(one))) {
      await recordAdminAction(tx, { admin, action: 'report.read', target: { type: 'report', id }, before: null, after: null })
    }
  })
}

/** A page of the log, newest first. */
export async function listAudit({ cursor, admin, action }: AuditQuery): Promise<AuditEntryView[]> {
  const adminId = admin === undefined ? undefined : await idOf(admin)
  if (adminId === null) return []
  const index = AUDIT_INDEXES[adminId && action ? 'both' : adminId ? 'admin' : action ? 'action' : 'all']
  const filter = { ...(adminId && { adminId }), ...(action && { action }), ...(cursor && { _id: trusted({ $lt: cursor }) }) }
  return presented(await AuditModel.find(filter).hint(index).sort({ _id: -1 }).limit(PAGE.admin).lean<AuditDocument[]>())
}

async function idOf(handle: string): Promise<string | null> {
  const wanted = handle.trim().replace(/^@/, '').toLowerCase()
  return (await loadActorsByHandle([wanted])).get(wanted)?.id ?? null
}

async function presented(entries: readonly AuditDocument[]): Promise<AuditEntryView[]> {
  const people = entries.flatMap(({ adminId, target }) => [adminId, ...(target.type === 'user' && target.id ? [target.id] : [])])
  const actors = await loadActors(people.map((id) => id.toHexString()))
  return entries.map(({ _id, adminId, action, target, before, after, at }) => ({
    id: _id.toHexString(),
    admin: actors.get(adminId.toHexString()) ?? null,
    action,
    target: { type: target.type, id: target.id?.toHexString() ?? null, person: (target.id && actors.get(target.id.toHexString())) ?? null },
    before,
    after,
    at: at.toISOString(),
  }))
}
