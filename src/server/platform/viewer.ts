import { MESSAGES } from '#contract/errors.ts'
import type { ActorView } from '#contract/people.ts'
import { forbidden } from './errors.ts'

/**
 * Who is asking: what every policy and every rule of a read needs, loaded once a request from a bounded
 * cache.
 */
export interface Viewer {
  readonly id: string
  readonly handle: string
  readonly displayName: string
  readonly avatarUrl: string | null
  readonly isAdmin: boolean
  /** An admin whose session has no second factor where one is required: until then nobody special. */
  readonly crownWaits?: true
  /** Has agreed to analytics: only then a visit of theirs is counted. */
  readonly isCounted: boolean
  /** Raised when all sessions of this person end; a session of an older epoch is over. */
  readonly sessionEpoch: number
  /** Until then the person reads and does not write; epoch ms. */
  readonly suspendedUntil?: number | null
  /** Seen out for good: no session begins. */
  readonly banned?: boolean
  /** Has to confirm the e-mail address before links, files and messages to strangers. */
  readonly mustConfirm?: boolean
  /** People between whom and the viewer one has blocked the other, in either direction. */
  readonly blocked: ReadonlySet<string>
  /** People the viewer has muted. */
  readonly muted: ReadonlySet<string>
  /** Kinds of notifications they do not want. */
  readonly quiet: readonly string[]
}

/** People whose posts and comments the viewer does not meet. */
export const hides = (viewer: Viewer | null, authorId: string): boolean =>
  viewer !== null && (viewer.blocked.has(authorId) || viewer.muted.has(authorId))

/** Throws 403, with what to do, for who has to confirm their address first. */
export function assertConfirmed(viewer: Viewer | null): void {
  if (viewer?.mustConfirm) throw forbidden(MESSAGES.confirmFirst)
}

/** The card that rides on what the viewer writes. */
export const cardOf = ({ id, handle, displayName, avatarUrl }: Viewer): ActorView => ({
  id,
  handle,
  displayName,
  avatarUrl,
})
