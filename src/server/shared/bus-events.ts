import type { BusPayload, PUSHED_EVENTS } from '#contract/events.ts'
import type { TestError } from '#contract/monitor.constants.ts'
import type { ReactionEmoji } from '#contract/posts.ts'

type Events = typeof PUSHED_EVENTS

/** Events that are pushed, as services emit them. */
type PushedOnBus = {
  [N in keyof Events as [BusPayload<Events[N]>] extends [never] ? never : N]: BusPayload<Events[N]>
}

declare module '#server/platform/bus.ts' {
  /** What domains tell each other: what is pushed, and events that only the server knows. */
  interface DomainEvents extends PushedOnBus {
    /** Nothing shows this upload any more: its files are deleted. */
    'media:unused': { mediaId: string }
    /** An account was deleted; clean-up follows. */
    'user:deleted': { userId: string }
    'user:followed': { followerId: string; followeeId: string }
    /** Whether this person may know now that the other one is online (LIVE L22). */
    'presence:allowed': { userId: string; otherId: string; allowed: boolean }
    /** This person has accepted what the other one wrote to them. */
    'request:accepted': { userId: string; otherId: string }
    'user:unfollowed': { followerId: string; followeeId: string }
    /** A mute or block began (`hidden`) or ended. */
    'relation:changed': {
      userId: string
      otherId: string
      hidden: boolean
      kind: 'mute' | 'block'
    }
    /** What people's reactions to a post are now that were written together; null: none. */
    'reactions:written': { postId: string; by: readonly (readonly [string, ReactionEmoji | null])[] }
    /** Reports or decisions were deleted with an account. */
    'pending:changed': { at: string }
    /** Admins' actions were recorded, or their names erased; audit:added follows. */
    'audit:recorded': { entryIds: readonly string[] }
    /** What the monitor shows has changed. */
    'monitor:changed': { at: string }
    /** An alert, a rule or a channel of alerts has changed. */
    'alerts:changed': { at: string }
    /**
     * A server process ended without shutting down. `words`: its last error, or that there was none; `name`: its machine,
     * number and version, where they are known.
     */
    'process:died': { process: string; words: string; name?: string }
    /** An admin watches the Sewer Map: every process measures itself each second for a while. */
    'wall:watched': { at: string }
    /** An admin wants to see an error of this type pass through the monitor. */
    'monitor:tested': { errorType: TestError }
    'session:began': { userId: string }
    /** An attempt at this account was refused, and is in its security log. */
    'access:refused': { userId: string }
    /** A session continues under another id; its sockets keep it. */
    'session:renewed': { userId: string; from: string; to: string }
    /** An admin changed a setting of the site that every process reads. */
    'setting:changed': { matter: string }
    /** The person is looking at one of their pages, as a waiting push about this has asked (LIVE L34). */
    'attention:given': { userId: string; about: string }
  }
}
