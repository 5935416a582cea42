import mongoose, { Schema, type Types } from 'mongoose'

export interface Passkey {
  /** What it is called in addresses. */
  id: string
  /** The credential's own id, base64url. */
  credentialId: string
  /** COSE key, base64url. */
  publicKey: string
  /** Signatures that the authenticator has counted; 0 where it counts none. */
  counter: number
  transports: string[]
  name: string
  addedAt: Date
  lastUsedAt: Date | null
}

/** The second factors of one person. Created with the first one. */
export interface FactorsDocument {
  /** The person's. */
  _id: Types.ObjectId
  /** The authenticator app: its secret, sealed, and the last time step whose code was used. */
  totp: { secret: string; lastStep: number; addedAt: Date; lastUsedAt: Date | null } | null
  /** A secret that an app has not confirmed yet, sealed. */
  waiting: { secret: string; until: Date } | null
  passkeys: Passkey[]
  /**
   * SHA-256 of those that were not used, hexadecimal. They hold 80 random bits, so nothing slower is needed.
   */
  recoveryCodes: string[]
}

const factorsSchema = new Schema<FactorsDocument>(
  {
    totp: { type: Schema.Types.Mixed, default: null },
    waiting: { type: Schema.Types.Mixed, default: null },
    passkeys: [
      {
        _id: false,
        id: String,
        credentialId: String,
        publicKey: String,
        counter: Number,
        transports: [String],
        name: String,
        addedAt: Date,
        lastUsedAt: Date,
      },
    ],
    recoveryCodes: [String],
  },
  { versionKey: false, autoIndex: false, autoCreate: false, collection: 'second_factors' },
)

// Whose passkey it is; nobody else can have the same.
factorsSchema.index(
  { 'passkeys.credentialId': 1 },
  {
    unique: true,
    partialFilterExpression: { 'passkeys.credentialId': { $exists: true } },
  },
)

export const FactorsModel = mongoose.model('Factors', factorsSchema)
