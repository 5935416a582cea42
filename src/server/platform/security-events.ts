import type { Request } from 'express'
import { HttpError } from './errors.ts'
import type { SecurityEventName, SecurityOutcome } from '#contract/account.security-events.ts'
import { handlers } from './handlers.ts'

/** Something that an account's owner, or whoever watches over the house, may have to know. */
export interface SecurityEvent {
  event: SecurityEventName
  outcome: SecurityOutcome
  /**
   * Whose account it is about; null where there is none. May be looked up after the answer, so that its time
   * tells nothing.
   */
  userId: string | null | Promise<string | null>
  req: Request
}

type Listener = (event: SecurityEvent) => void
const listeners = handlers<Listener>()

/** Hears every security event of this process. */
export const onSecurityEvent = listeners.add

/** Says that it happened. Nobody waits for it to be written. */
export function noteSecurity(event: SecurityEvent): void {
  for (const listener of listeners) listener(event)
}

/** Does the work; what it refuses (a status below 500) is noted. */
export async function noteRefusal<T>(
  event: SecurityEventName,
  about: Pick<SecurityEvent, 'userId' | 'req'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof HttpError && error.status < 500)
      noteSecurity({ event, outcome: 'refused', ...about })
    throw error
  }
}
