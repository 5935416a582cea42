import type { Request } from 'express'
import type { ProofInput, ProofView } from '#contract/proof.ts'
import { noteProof } from '#server/platform/proof.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { assertPassword } from '#server/features/auth/password-check.ts'
import { hasPassword } from '#server/features/users/accounts.service.ts'
import { googleIdOf } from '#server/features/users/google-links.service.ts'

/** How the person of this session can prove that it is them. */
export async function proofWays({ id }: Viewer): Promise<ProofView> {
  const [password, googleId] = await Promise.all([hasPassword(id), googleIdOf(id)])
  return { password, google: googleId !== undefined }
}

/** Notes the proof in the session. Throws 400 for a wrong one, 429 after five of them in 15 minutes. */
export async function prove({ id }: Viewer, { password }: ProofInput, req: Request): Promise<void> {
  await assertPassword(id, password)
  noteProof(req)
}
