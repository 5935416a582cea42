import { Types } from 'mongoose'
import type { Erase } from '../erasure.ts'
import { sign } from '../keys.ts'
import { AuditModel } from './audit.model.ts'

/**
 * The log is never shortened: what was done stays, by and to an account that is gone. One id stands for all
 * of a person's lines, and leads back to nobody without the server's secret. This is the one place that
 * writes past the model's guard.
 */
export const eraseAuditNames: Erase = async ({ id }) => {
  const [person, stand] = [new Types.ObjectId(id), standFor(id)]
  await AuditModel.collection.updateMany({ adminId: person }, { $set: { adminId: stand } })
  await AuditModel.collection.updateMany({ 'target.id': person }, { $set: { 'target.id': stand } })
  await AuditModel.collection.updateMany(
    { 'before.authorId': id },
    { $set: { 'before.authorId': stand.toHexString() } },
  )
}

const standFor = (id: string) =>
  new Types.ObjectId(Buffer.from(sign('erased-people', id), 'base64url').subarray(0, 12))
