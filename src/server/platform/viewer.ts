import { MESSAGES } from '#contract/errors.ts'
import type { ActorView } from '#contract/people.ts'
import { forbidden } from './errors.ts'

/**
 * The person who asks: what policies and rules need. Loaded once a request, from a bounded cache. Domains add
 * fields of their own with `declare module`; the platform does not read them.
 */
export interface Viewer {
  readonly id: string
  readonly handle: string
  readonly displayName: string
  readonly avatarUrl: string | null
  readonly isAdmin: boolean
  readonly isModerator: boolean
  /** An admin or moderator whose session lacks a required second factor: without the rights until then. */
  readonly crownWaits?: true
  /** Raised when all sessions of this person end; a session with an older epoch is invalid. */
  readonly sessionEpoch: number
  /** End of a suspension, epoch ms: until then the person only reads. */
  readonly suspendedUntil?: number | null
  /** Banned: no session can begin. */
  readonly banned?: boolean
  /** Must confirm the e-mail address before links, files and messages to strangers. */
  readonly mustConfirm?: boolean
}

/** Whether the person decides about reports, appeals and the review queue. */
export const isStaff = (viewer: Pick<Viewer, 'isAdmin' | 'isModerator'> | null): boolean =>
  viewer !== null && (viewer.isAdmin || viewer.isModerator)

/** Throws 403, with what to do, when the person must confirm their address first. */
export function assertConfirmed(viewer: Viewer | null): void {
  if (viewer?.mustConfirm) throw forbidden(MESSAGES.confirmFirst)
}

/** The author's card on what the viewer writes. */
export const cardOf = ({ id, handle, displayName, avatarUrl }: Viewer): ActorView => ({
  id,
  handle,
  displayName,
  avatarUrl,
})
