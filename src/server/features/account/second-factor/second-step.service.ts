import type { Request } from 'express'
import { MESSAGES } from '#contract/errors.ts'
import type { PasskeyAssertion, SecondStepInput, SecondStepView } from '#contract/account.second-factor.ts'
import { networkOf } from '#server/platform/address.ts'
import { badRequest, notFound, unauthorised } from '#server/platform/errors.ts'
import { recordRefusal, recordSecurityEvent } from '#server/platform/security-events.ts'
import { beginSession } from '#server/features/account/login/sessions.ts'
import type { Proven } from '#server/features/people/users/accounts.service.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { clock } from '#server/platform/clock.ts'
import { assertCode } from './codes.service.ts'
import { factorsOf, stepsOf } from './factors.model.ts'
import { ownerOfPasskey } from './passkeys.service.ts'
import { loginAddressRate } from '#server/features/account/login/auth.service.ts'

declare module 'express-session' {
  interface SessionData {
    /**
     * Password or Google was correct. The person is signed in only after the second factor; valid until then
     * (epoch ms).
     */
    halfway?: { userId: string; epoch: number; until: number }
  }
}

/** How long a log-in may wait for its second step, ms. */
const WAITS = 10 * 60_000

/**
 * Continues a log-in after the password, or Google. Without a second factor it signs the person in and
 * returns null. With one, the session only stores the pending log-in, and the result names the ways to
 * complete it.
 */
export async function beginOrAsk(req: Request, proven: Proven): Promise<SecondStepView | null> {
  const secondFactor = stepsOf(await factorsOf(proven.id))
  if (secondFactor.length === 0) {
    await beginSession(req, proven)
    return null
  }
  req.session.halfway = { userId: proven.id, epoch: proven.sessionEpoch, until: clock.now() + WAITS }
  if (!req.user) req.session.cookie.maxAge = WAITS
  return { secondFactor }
}

/** The person whose log-in is pending in this session. Throws 404 when there is none, or it has expired. */
function waiting({ session: { halfway } }: Request): Proven {
  if (!halfway || halfway.until < clock.now()) throw notFound(MESSAGES.secondStepGone)
  return { id: halfway.userId, sessionEpoch: halfway.epoch }
}

/** The ways to complete the pending log-in. Throws 404 when there is none. */
export const awaitedSteps = async (req: Request): Promise<SecondStepView> => ({
  secondFactor: stepsOf(await factorsOf(waiting(req).id)),
})

/**
 * Completes the pending log-in and returns the person's id. Throws 404 when there is none, 400 for a wrong
 * code or passkey, 429 after five codes in 15 minutes.
 */
export async function finishLogin(req: Request, input: SecondStepInput): Promise<string> {
  const proven = waiting(req)
  await recordRefusal('second-step', { userId: proven.id, req }, async () => {
    if ('code' in input) await assertCode(proven.id, input.code)
    else if ((await ownerOfPasskey(input.passkey, req)) !== proven.id) throw badRequest(MESSAGES.passkeyWrong)
  })
  recordSecurityEvent({ event: 'second-step', outcome: 'done', userId: proven.id, req })
  await beginSession(req, proven, { secondFactor: true })
  return proven.id
}

/**
 * Signs in the owner of a passkey, which counts as both factors because it verifies the person. Returns the
 * owner's id.
 */
export async function loginByPasskey(req: Request, passkey: PasskeyAssertion): Promise<string> {
  await loginAddressRate.consume(networkOf(req.ip))
  const id = await ownerOfPasskey(passkey, req)
  const viewer = await loadViewer(id)
  if (!viewer) throw unauthorised(MESSAGES.passkeyWrong)
  await beginSession(req, viewer, { secondFactor: true })
  return id
}
