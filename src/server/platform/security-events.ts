import type { Request } from 'express'
import { HttpError } from './errors.ts'
import type { SecurityEventName, SecurityOutcome } from '#contract/account.security-events.ts'
import { handlers } from './handlers.ts'

/** An event that the account's owner or an admin may have to know. */
export interface SecurityEvent {
  event: SecurityEventName
  outcome: SecurityOutcome
  /**
   * The account it concerns; null if there is none. May be looked up after the response, so that its time
   * reveals nothing.
   */
  userId: string | null | Promise<string | null>
  req: Request
}

type Listener = (event: SecurityEvent) => void
const listeners = handlers<Listener>()

/** Listens to every security event of this process. */
export const onSecurityEvent = listeners.add

/** Reports an event. It is written in the background. */
export function recordSecurityEvent(event: SecurityEvent): void {
  for (const listener of listeners) listener(event)
}

/** Runs the work; reports its refusals (a status below 500). */
export async function recordRefusal<T>(
  event: SecurityEventName,
  about: Pick<SecurityEvent, 'userId' | 'req'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof HttpError && error.status < 500)
      recordSecurityEvent({ event, outcome: 'refused', ...about })
    throw error
  }
}
