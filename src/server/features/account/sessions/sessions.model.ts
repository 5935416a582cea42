import type { SessionData } from 'express-session'
import mongoose, { Schema } from 'mongoose'
import { byId, schemaOf } from '#server/platform/mongo/schema.ts'

/** A session as connect-mongo stores it; read here for the lists. */
export interface SessionDocument {
  _id: string
  expires: Date
  lastModified?: Date
  session: Pick<SessionData, 'startedAt' | 'epoch' | 'name' | 'device' | 'passport' | 'halfway'>
}

const sessionSchema = schemaOf<SessionDocument>('sessions', byId, {
  _id: { type: String, required: true },
  expires: Date,
  lastModified: Date,
  session: Schema.Types.Mixed,
})

// connect-mongo creates the same index; declared, so that the index check does not drop it.
sessionSchema.index({ expires: 1 }, { expireAfterSeconds: 0 })
// A person's sessions, last seen first.
sessionSchema.index(
  { 'session.passport.user': 1, expires: -1 },
  { partialFilterExpression: { 'session.passport.user': { $exists: true } } },
)
// Log-ins of an erased account that wait for their second step.
sessionSchema.index(
  { 'session.halfway.userId': 1 },
  { partialFilterExpression: { 'session.halfway.userId': { $exists: true } } },
)

export const SessionModel = mongoose.model('Session', sessionSchema)

/** Ends every session of a person in the store; `session:ended` closes their sockets and clears caches. */
export const removeSessionsOf = async (userId: string): Promise<void> =>
  void (await SessionModel.collection.deleteMany({ 'session.passport.user': userId }))

/** Removes the log-ins of a person that wait for their second step. */
export const removeHalfwaySessionsOf = async (userId: string): Promise<void> =>
  void (await SessionModel.collection.deleteMany({ 'session.halfway.userId': userId }))
