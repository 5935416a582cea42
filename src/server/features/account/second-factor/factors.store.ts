import type { SecondStep } from '#contract/account.second-factor.ts'
import type { Erase } from '#server/platform/erasure.ts'
import { FactorsModel, type FactorsDocument } from './factors.model.ts'

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
