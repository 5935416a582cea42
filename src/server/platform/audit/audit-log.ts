import { Types, trusted } from 'mongoose'
import type { AuditAction, AuditTarget } from '#contract/admin.constants.ts'
import type { AuditState } from '#contract/admin.ts'
import { transact, type Transaction } from '../mongo/transaction.ts'
import type { Viewer } from '../viewer.ts'
import { AuditModel, type AuditDocument } from './audit.model.ts'

/**
 * What an admin does. `before` and `after` hold what it changed: no names, no e-mail addresses, no texts of
 * people.
 */
export interface AdminAction {
  admin: Pick<Viewer, 'id'>
  action: AuditAction
  /** `id` is null for the house itself (its settings, its exports). */
  target: { type: AuditTarget; id: string | null }
  before: AuditState
  after: AuditState
}

/**
 * Writes an admin's action into the audit log, inside the transaction that does it: both happen or neither.
 */
export async function recordAdminAction(
  tx: Transaction,
  { admin, action, target, before, after }: AdminAction,
): Promise<void> {
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
  tx.emit('audit:recorded', { entry })
}

/** Who acts from the command line of the server: nobody's account. */
export const COMMAND_LINE = { id: '0'.repeat(24) } as const

/** Writes what an admin has done to each of these targets, but only once for each admin and target. */
export async function recordOnce(
  admin: Pick<Viewer, 'id'>,
  action: AuditAction,
  type: AuditTarget,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const noted = await AuditModel.find(
    { adminId: admin.id, action, 'target.id': trusted({ $in: ids.map((id) => new Types.ObjectId(id)) }) },
    { target: 1 },
  ).lean<AuditDocument[]>()
  const known = new Set(noted.map(({ target }) => target.id?.toHexString()))
  await transact(async (tx) => {
    for (const id of ids.filter((one) => !known.has(one)))
      await recordAdminAction(tx, { admin, action, target: { type, id }, before: null, after: null })
  })
}
