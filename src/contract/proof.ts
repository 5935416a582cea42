import { z } from 'zod'
import { SENTENCES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { atMost } from './primitives.ts'
import { Code, PasskeyAssertion } from './second-factor.ts'

/** GET /api/auth/proof: how the person of this session can prove that it is them. */
export const ProofView = z
  .object({
    password: z.boolean(),
    /** By a fresh log-in at Google. */
    google: z.boolean(),
    /** Whether a passkey can prove it. */
    passkey: z.boolean(),
    /**
     * Whether a code (authenticator app or recovery code) is needed in addition to the password or Google.
     */
    code: z.boolean(),
    /** The fresh log-in at Google is done; the code is all that is left. */
    codeAlone: z.boolean(),
  })
  .meta({ id: 'ProofWays' })
export type ProofView = z.infer<typeof ProofView>

/** POST /api/auth/proof: a passkey, or the password, with a code where there is a second factor. */
export const ProofInput = z
  .object({
    password: atMost(
      LIMITS.passwordMax,
      SENTENCES.passwordWrong,
    )(z.string(SENTENCES.passwordWrong)).optional(),
    code: Code.optional(),
    passkey: PasskeyAssertion.optional(),
  })
  .meta({ id: 'ProofInput' })
export type ProofInput = z.infer<typeof ProofInput>
