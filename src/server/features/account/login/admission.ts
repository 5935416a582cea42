import { ageBandOf, type RegistrationExtras } from '#contract/account.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import type { NewAccount } from '#server/features/people/users/accounts.service.ts'
import { assertProof, spendProof } from './puzzle.service.ts'

export const registerRate = rateLimit('register', 5, 30 * 60)
/** Accounts from an address that sent no proof of a solved puzzle. */
const unprovenRate = rateLimit('registerUnproven', 5, 24 * 3600)

interface Admission {
  /** What the account keeps of what came along. */
  kept: Pick<NewAccount, 'unproven' | 'agreed'>
  /** Uses the proof up, once nothing else can refuse the account. Throws 400 when it was used before. */
  use(): Promise<void>
}

/**
 * Lets an address open one more account: 5 in 30 minutes, and without the proof of a solved puzzle 5 a day.
 * Such an account is marked until its address is confirmed. Throws 429, and 400 for an invalid proof.
 */
export async function admit(
  { puzzleProof, birthYear, termsVersion, privacyVersion }: RegistrationExtras,
  address: string,
): Promise<Admission> {
  if (puzzleProof !== undefined) assertProof(puzzleProof)
  await registerRate.consume(address)
  if (puzzleProof === undefined) await unprovenRate.consume(address)
  const agreed = {
    ageBand: birthYear === undefined ? null : ageBandOf(birthYear),
    terms: termsVersion ?? null,
    privacy: privacyVersion ?? null,
  }
  const saidSomething = Object.values(agreed).some((value) => value !== null)
  return {
    kept: {
      ...(puzzleProof === undefined && { unproven: true }),
      ...(saidSomething && { agreed: { ...agreed, at: new Date() } }),
    },
    use: async () => {
      if (puzzleProof !== undefined) await spendProof(puzzleProof)
    },
  }
}
