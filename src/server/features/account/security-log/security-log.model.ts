import type { SessionData } from 'express-session'
import mongoose, { Schema, type Types } from 'mongoose'
import type { SecurityEventName, SecurityOutcome } from '#contract/account.security-events.ts'
import { by, schemaOf } from '#server/platform/mongo/schema.ts'

export interface SecurityEntry {
  /**
   * Random for what succeeded. Refusals are one line an hour for each account and network, so their id is
   * made of those.
   */
  _id: string
  event: SecurityEventName
  outcome: SecurityOutcome
  userId: Types.ObjectId | null
  /** IPv4 by /24, IPv6 by /48: never a whole address. */
  network: string
  device: NonNullable<SessionData['device']>
  /** Number of events in the hour of the line. */
  times: number
  /** The last event. */
  at: Date
}

const TTL_SECONDS = 30 * 24 * 3600

const securitySchema = schemaOf<SecurityEntry>('security_log', by('userId'), {
  _id: { type: String, required: true },
  event: { type: String, required: true },
  outcome: { type: String, required: true },
  userId: { type: Schema.Types.ObjectId, default: null },
  network: { type: String, required: true },
  device: { type: Schema.Types.Mixed, required: true },
  times: { type: Number, default: 1 },
  at: { type: Date, required: true },
})

// A person's own events, newest first.
export const ENTRIES_OF_PERSON = { userId: 1, at: -1 } as const
securitySchema.index(ENTRIES_OF_PERSON)
// The whole line expires, with the network in it.
securitySchema.index({ at: 1 }, { expireAfterSeconds: TTL_SECONDS })

export const SecurityModel = mongoose.model('SecurityEntry', securitySchema)
