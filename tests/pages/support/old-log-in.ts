import { PASSWORD, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { ageSessions } from '#tests/support/sessions.ts'
import { inStore } from './in-store.ts'
import { site } from './site.ts'

/**
 * A log-in of this person that is eleven minutes old: some actions require a fresh proof of it. It is new, so no server
 * has cached it yet.
 */
export async function oldLogIn({ id, email }: Person): Promise<Caller> {
  const caller = visitor(await site())
  const { status, text } = await caller.post('/auth/login', { email, password: PASSWORD })
  if (status >= 300) throw new Error(`${status} ${text}`)
  await inStore((store) => ageSessions(id, 11 * 60_000, store))
  return caller
}
