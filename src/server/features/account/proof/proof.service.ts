import type { Request } from 'express'
import { MESSAGES } from '#contract/errors.ts'
import type { ProofInput, ProofView } from '#contract/account.second-factor.ts'
import { PROOF_TTL_MS } from '#contract/account.constants.ts'
import { badRequest } from '#server/platform/errors.ts'
import { recordProof } from '#server/platform/proof.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { assertPassword } from '#server/features/account/login/passwords.service.ts'
import { assertCode } from '#server/features/account/second-factor/codes.service.ts'
import { factorsOf, hasFactor } from '#server/features/account/second-factor/factors.model.ts'
import { ownerOfPasskey } from '#server/features/account/second-factor/passkeys.service.ts'
import { hasPassword } from '#server/features/people/users/accounts.service.ts'
import { googleIdOf } from '#server/features/people/users/identities.service.ts'
import { clock } from '#server/platform/clock.ts'

declare module 'express-session' {
  interface SessionData {
    /** When Google confirmed the person while a code is still needed, epoch ms. */
    halfProvenAt?: number
  }
}

const isHalfProven = ({ session: { halfProvenAt = 0 } }: Request): boolean =>
  clock.now() - halfProvenAt < PROOF_TTL_MS

/** The ways in which the person of this session can prove their identity. */
export async function proofWays({ id }: Viewer, req: Request): Promise<ProofView> {
  const [password, googleId, factors] = await Promise.all([hasPassword(id), googleIdOf(id), factorsOf(id)])
  const code = hasFactor(factors)
  return {
    password,
    google: googleId !== undefined,
    passkey: (factors?.passkeys.length ?? 0) > 0,
    code,
    codeAlone: code && isHalfProven(req),
  }
}

/** Stores the proof in the session. Throws 400 for a wrong one, 429 after five of them in 15 minutes. */
export async function prove(
  { id }: Viewer,
  { password, code, passkey }: ProofInput,
  req: Request,
): Promise<void> {
  if (passkey) {
    if ((await ownerOfPasskey(passkey, req)) !== id) throw badRequest(MESSAGES.passkeyWrong)
  } else {
    const asksForCode = hasFactor(await factorsOf(id))
    if (!(asksForCode && isHalfProven(req))) await assertPassword(id, password)
    if (asksForCode) await assertCode(id, code ?? '')
  }
  delete req.session.halfProvenAt
  recordProof(req)
}

/**
 * Takes a fresh log-in at Google as proof, or as its first half when the person has a second factor. Returns
 * whether the proof is complete.
 */
export async function proveByGoogle(userId: string, req: Request): Promise<boolean> {
  if (hasFactor(await factorsOf(userId))) {
    req.session.halfProvenAt = clock.now()
    return false
  }
  recordProof(req)
  return true
}
