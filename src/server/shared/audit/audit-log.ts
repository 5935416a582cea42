import { Types, trusted } from 'mongoose'
import type { AuditAction, AuditTarget } from '#contract/admin.constants.ts'
import type { AuditState } from '#contract/admin.ts'
import { PAGE } from '#contract/limits.ts'
import { bus } from '#server/platform/bus.ts'
import type { Erase } from '#server/platform/erasure.ts'
import { sign } from '#server/platform/keys.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { AuditModel, type AuditDocument } from './audit.model.ts'
import { clock } from '#server/platform/clock.ts'

/**
 * An admin's action. `before` and `after` are what it changed: no names, no e-mail addresses, no people's
 * texts.
 */
export interface AdminAction {
  admin: Pick<Viewer, 'id'>
  action: AuditAction
  /** Default: the site itself (settings, exports). */
  target?: { type: AuditTarget; id: string | null }
  /** Default: nothing, as for `after`. */
  before?: AuditState
  after?: AuditState
}

/** Writes an admin's action to the audit log, in the transaction of the action: both happen or neither. */
export async function recordAdminAction(
  tx: Transaction,
  { admin, action, target = { type: 'house', id: null }, before = null, after = null }: AdminAction,
): Promise<void> {
  const entry: AuditDocument = {
    _id: clock.id(),
    adminId: new Types.ObjectId(admin.id),
    action,
    target: { type: target.type, id: target.id === null ? null : new Types.ObjectId(target.id) },
    before,
    after,
    at: clock.date(),
  }
  await AuditModel.insertMany([entry], { session: tx.session, lean: true })
  tx.emit('audit:recorded', { entryIds: [entry._id.toHexString()] })
}

/** The actor of commands on the server and of schedules: no account. `after.by` tells which it was. */
export const NOBODY = { id: '0'.repeat(24) } as const

/** Records an admin's action on each of these targets, only once for each admin and target. */
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
  ).lean<Pick<AuditDocument, 'target'>[]>()
  const known = new Set(noted.map(({ target }) => target.id?.toHexString()))
  await transact(async (tx) => {
    for (const id of ids.filter((one) => !known.has(one)))
      await recordAdminAction(tx, { admin, action, target: { type, id } })
  })
}

/**
 * The log is never shortened: actions of and on a deleted account stay. A pseudonym replaces the person's id
 * in all lines; without the server's secret it does not lead back to the person. Only this function may
 * change the log.
 */
export const eraseAuditNames: Erase = async ({ id }) => {
  const [person, stand] = [new Types.ObjectId(id), pseudonymOf(id)]
  await AuditModel.collection.updateMany({ adminId: person }, { $set: { adminId: stand } })
  await AuditModel.collection.updateMany({ 'target.id': person }, { $set: { 'target.id': stand } })
  await AuditModel.collection.updateMany(
    { 'before.authorId': id },
    { $set: { 'before.authorId': stand.toHexString() } },
  )
  const changed = await AuditModel.find(
    { $or: [{ adminId: stand }, { 'target.id': stand }, { 'before.authorId': stand.toHexString() }] },
    { _id: 1 },
  )
    .sort({ _id: -1 })
    .limit(PAGE.rows)
    .lean<Pick<AuditDocument, '_id'>[]>()
  // Open pages show the newest ones (LIVE L1).
  bus.emit('audit:recorded', { entryIds: changed.map(({ _id }) => _id.toHexString()) })
}

/** What stands for an erased person in what an admin has done. */
export const pseudonymOf = (id: string): Types.ObjectId =>
  new Types.ObjectId(Buffer.from(sign('erased-people', id), 'base64url').subarray(0, 12))
