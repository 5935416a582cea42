import type { Request } from 'express'
import type { SessionData } from 'express-session'
import { MESSAGES } from '#contract/errors.ts'
import { PROOF_HEADER, PROOF_TTL_MS } from '#contract/account.constants.ts'
import { HttpError } from './errors.ts'
import { clock } from './clock.ts'

type Session = Pick<SessionData, 'startedAt' | 'provenAt'>

/** Whether the person of this session proved their identity within the last ten minutes; a log-in counts. */
const isProven = ({ provenAt = 0, startedAt = 0 }: Session): boolean =>
  clock.now() - Math.max(provenAt, startedAt) < PROOF_TTL_MS

/** Throws 403 with the header that asks for a proof, when the last one is too old. */
export function assertProven({ session }: { session: Session }): void {
  if (!isProven(session)) throw new HttpError(403, MESSAGES.logInAgain, { [PROOF_HEADER]: 'recent' })
}

/** The person has just proved their identity. */
export function recordProof(req: Request): void {
  req.session.provenAt = clock.now()
}
