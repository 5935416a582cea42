import type { Db } from 'mongodb'
import mongoose from 'mongoose'

/** Moves the log-ins and proofs of all of a person's sessions into the past. */
export async function ageSessions(
  userId: string,
  milliseconds: number,
  store: Pick<Db, 'collection'> = mongoose.connection.db!,
): Promise<void> {
  const sessions = store.collection('sessions')
  const older = { $inc: { 'session.startedAt': -milliseconds } }
  await sessions.updateMany({ 'session.passport.user': userId }, older)
  await sessions.updateMany(
    { 'session.passport.user': userId, 'session.provenAt': { $exists: true } },
    { $inc: { 'session.provenAt': -milliseconds } },
  )
}
