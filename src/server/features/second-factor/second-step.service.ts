import type { Request } from 'express'
import { SENTENCES } from '#contract/errors.ts'
import type { PasskeyAssertion, SecondStepInput, SecondStepView } from '#contract/second-factor.ts'
import { networkOf } from '#server/platform/address.ts'
import { badRequest, notFound, unauthorised } from '#server/platform/errors.ts'
import { consume } from '#server/platform/rate-limit.ts'
import { noteRefusal, noteSecurity } from '#server/platform/security-events.ts'
import { beginSession } from '#server/features/auth/sessions.ts'
import type { Proven } from '#server/features/users/accounts.service.ts'
import { loadViewer } from '#server/features/users/viewers.service.ts'
import { assertCode } from './codes.service.ts'
import { factorsOf, stepsOf } from './factors.store.ts'
import { ownerOfPasskey } from './passkeys.service.ts'

/** How long a log-in waits for its second step, ms. */
const WAITS = 10 * 60_000

/**
 * The password, or Google, was right. Signs the person in who has no second factor and answers null; of who has one the
 * session notes who it would be, is nobody's until then, and what is awaited is answered.
 */
export async function beginOrAsk(req: Request, proven: Proven): Promise<SecondStepView | null> {
  const secondFactor = stepsOf(await factorsOf(proven.id))
  if (secondFactor.length === 0) {
    await beginSession(req, proven)
    return null
  }
  req.session.halfway = { userId: proven.id, epoch: proven.sessionEpoch, until: Date.now() + WAITS }
  if (!req.user) req.session.cookie.maxAge = WAITS
  return { secondFactor }
}

/** Whose log-in waits in this session. Throws 404 when none does (any more). */
function waiting({ session: { halfway } }: Request): Proven {
  if (!halfway || halfway.until < Date.now()) throw notFound(SENTENCES.secondStepGone)
  return { id: halfway.userId, sessionEpoch: halfway.epoch }
}

/** With what the log-in that waits can be finished. Throws 404 when none does. */
export const awaitedSteps = async (req: Request): Promise<SecondStepView> => ({ secondFactor: stepsOf(await factorsOf(waiting(req).id)) })

/**
 * Finishes the log-in that waits; answers whose it is. Throws 404 when none does, 400 for a wrong code or passkey, 429
 * after five codes in 15 minutes.
 */
export async function finishLogin(req: Request, input: SecondStepInput): Promise<string> {
  const proven = waiting(req)
  await noteRefusal('second-step', { userId: proven.id, req }, async () => {
    if ('code' in input) await assertCode(proven.id, input.code)
    else if ((await ownerOfPasskey(input.passkey, req)) !== proven.id) throw badRequest(SENTENCES.passkeyWrong)
  })
  noteSecurity({ event: 'second-step', outcome: 'done', userId: proven.id, req })
  await beginSession(req, proven, { secondFactor: true })
  return proven.id
}

/** Signs in whose passkey it is: it is both factors, because it knows its holder. Answers whose it is. */
export async function loginByPasskey(req: Request, passkey: PasskeyAssertion): Promise<string> {
  await consume('loginAddress', networkOf(req.ip))
  const id = await ownerOfPasskey(passkey, req)
  const viewer = await loadViewer(id)
  if (!viewer) throw unauthorised(SENTENCES.passkeyWrong)
  await beginSession(req, viewer, { secondFactor: true })
  return id
}
