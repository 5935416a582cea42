import mongoose from 'mongoose'

/** Makes every session of a person older than it is: their log-in and what they have proven since. */
export async function ageSessions(userId: string, milliseconds: number): Promise<void> {
  const sessions = mongoose.connection.collection('sessions')
  const older = { $inc: { 'session.startedAt': -milliseconds } }
  await sessions.updateMany({ 'session.passport.user': userId }, older)
  await sessions.updateMany(
    { 'session.passport.user': userId, 'session.provenAt': { $exists: true } },
    { $inc: { 'session.provenAt': -milliseconds } },
  )
}
