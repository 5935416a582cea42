import mongoose, { Schema, type Types } from 'mongoose'
import type { SecondStep } from '#contract/account.second-factor.ts'
import type { Erase } from '#server/platform/erasure.ts'

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

/** A person's second factors; null where they never had one. */
export const factorsOf = (userId: string): Promise<FactorsDocument | null> =>
  FactorsModel.findById(userId).lean<FactorsDocument>()

/** Whether a log-in takes a second step. */
export const hasFactor = (factors: Pick<FactorsDocument, 'totp' | 'passkeys'> | null): boolean =>
  factors !== null && (factors.totp !== null || factors.passkeys.length > 0)

/** The ways to finish a log-in; empty when the person has no second factor. */
export function stepsOf(factors: FactorsDocument | null): SecondStep[] {
  if (!factors || !hasFactor(factors)) return []
  const steps: [SecondStep, boolean][] = [
    ['totp', factors.totp !== null],
    ['passkey', factors.passkeys.length > 0],
    ['recovery', factors.recoveryCodes.length > 0],
  ]
  return steps.flatMap(([step, held]) => (held ? [step] : []))
}

/** No second factor is left of a person whose account goes. */
export const eraseFactors: Erase = async ({ id }) => void (await FactorsModel.deleteOne({ _id: id }))

/** What a person has set up, for their export: no secret among it. */
export async function* exportedFactors(userId: string): AsyncGenerator<Record<string, unknown>> {
  const factors = await factorsOf(userId)
  if (!factors) return
  const { totp, passkeys, recoveryCodes } = factors
  if (totp) yield { kind: 'authenticator app', addedAt: totp.addedAt, lastUsedAt: totp.lastUsedAt }
  for (const { name, addedAt, lastUsedAt } of passkeys) yield { kind: 'passkey', name, addedAt, lastUsedAt }
  if (hasFactor(factors)) yield { kind: 'recovery codes', left: recoveryCodes.length }
}
