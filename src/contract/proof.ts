import { z } from 'zod'
import { SENTENCES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { atMost } from './primitives.ts'

/** GET /api/auth/proof: how the person of this session can prove that it is them. */
export const ProofView = z
  .object({
    password: z.boolean(),
    /** By a fresh log-in at Google. */
    google: z.boolean(),
  })
  .meta({ id: 'ProofWays' })
export type ProofView = z.infer<typeof ProofView>

/** POST /api/auth/proof. */
export const ProofInput = z
  .object({ password: atMost(LIMITS.passwordMax, SENTENCES.passwordWrong)(z.string(SENTENCES.passwordWrong)) })
  .meta({ id: 'ProofInput' })
export type ProofInput = z.infer<typeof ProofInput>
