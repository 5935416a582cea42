import mongoose, { Schema, type Types } from 'mongoose'
import type { SecondStep } from '#contract/account.second-factor.ts'
import type { Erase } from '#server/platform/erasure.ts'
import { schemaOf, whole } from '#server/platform/mongo/schema.ts'

export interface Passkey {
  /** Name in addresses. */
  id: string
  /** Id of the credential, base64url. */
  credentialId: string
  /** COSE key, base64url. */
  publicKey: string
  /** Signatures counted by the authenticator; 0 when it does not count. */
  counter: number
  transports: string[]
  name: string
  addedAt: Date
  lastUsedAt: Date | null
}

/** A person's second factors; created with the first one. */
export interface FactorsDocument {
  /** Id of the person. */
  _id: Types.ObjectId
  /** The authenticator app: its sealed secret, and the time step of the last used code. */
  totp: { secret: string; lastStep: number; addedAt: Date; lastUsedAt: Date | null } | null
  /** A sealed secret that the app has not confirmed yet. */
  waiting: { secret: string; until: Date } | null
  passkeys: Passkey[]
  /** SHA-256 of the unused codes, hexadecimal. A code has 80 random bits, so a slow hash is not needed. */
  recoveryCodes: string[]
}

const factorsSchema = schemaOf<FactorsDocument>(
  'second_factors',
  whole('A person of some has one row, and a passkey is unique among all.'),
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
)

// Finds the person of a passkey; no two can have the same.
factorsSchema.index(
  { 'passkeys.credentialId': 1 },
  {
    unique: true,
    partialFilterExpression: { 'passkeys.credentialId': { $exists: true } },
  },
)

export const FactorsModel = mongoose.model('Factors', factorsSchema)

/** A person's second factors; null when they never had one. */
export const factorsOf = (userId: string): Promise<FactorsDocument | null> =>
  FactorsModel.findById(userId).lean<FactorsDocument>()

/** Whether a log-in needs a second step. */
export const hasFactor = (factors: Pick<FactorsDocument, 'totp' | 'passkeys'> | null): boolean =>
  factors !== null && (factors.totp !== null || factors.passkeys.length > 0)

/** The ways to complete a log-in; empty without a second factor. */
export function stepsOf(factors: FactorsDocument | null): SecondStep[] {
  if (!factors || !hasFactor(factors)) return []
  const steps: [SecondStep, boolean][] = [
    ['totp', factors.totp !== null],
    ['passkey', factors.passkeys.length > 0],
    ['recovery', factors.recoveryCodes.length > 0],
  ]
  return steps.flatMap(([step, isAvailable]) => (isAvailable ? [step] : []))
}

export const eraseFactors: Erase = async ({ id }) => void (await FactorsModel.deleteOne({ _id: id }))

/** A person's factors for their export, without secrets. */
export async function* exportedFactors(userId: string): AsyncGenerator<Record<string, unknown>> {
  const factors = await factorsOf(userId)
  if (!factors) return
  const { totp, passkeys, recoveryCodes } = factors
  if (totp) yield { kind: 'authenticator app', addedAt: totp.addedAt, lastUsedAt: totp.lastUsedAt }
  for (const { name, addedAt, lastUsedAt } of passkeys) yield { kind: 'passkey', name, addedAt, lastUsedAt }
  if (hasFactor(factors)) yield { kind: 'recovery codes', left: recoveryCodes.length }
}
