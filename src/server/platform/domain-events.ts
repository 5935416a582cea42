import {
  PUSHED_EVENTS,
  cluster,
  local,
  type BusPayload,
  type EventDeclaration,
  type Reach,
} from '#contract/events.ts'
import type { TestError } from '#contract/monitor.constants.ts'
import type { AuditDocument } from './audit/audit.model.ts'
import type { SiteSetting } from './site-settings/site-settings.model.ts'

/** Events that only the server knows. */
const SERVER_EVENTS = {
  /** Nothing shows this upload any more: its files are deleted. */
  'media:unused': local<{ mediaId: string }>(),
  /** An account was deleted; clean-up follows. */
  'user:deleted': local<{ userId: string }>(),
  'user:followed': cluster<{ followerId: string; followeeId: string }>(),
  /** This person has accepted what the other one wrote to them. */
  'request:accepted': local<{ userId: string; otherId: string }>(),
  'user:unfollowed': cluster<{ followerId: string; followeeId: string }>(),
  /** A mute or block began (`hidden`) or ended. */
  'relation:changed': cluster<{
    userId: string
    otherId: string
    hidden: boolean
    kind: 'mute' | 'block'
  }>(),
  /** Reports or decisions were deleted with an account. */
  'pending:changed': cluster<{ at: string }>(),
  /** An admin's action was recorded; audit:added follows. */
  'audit:recorded': local<{ entry: AuditDocument }>(),
  /** What the monitor shows has changed. */
  'monitor:changed': cluster<{ at: string }>(),
  /** An admin wants to see an error of this type pass through the monitor. */
  'monitor:tested': local<{ errorType: TestError }>(),
  'session:began': local<{ userId: string }>(),
  /** An attempt at this account was refused, and is in its security log. */
  'access:refused': local<{ userId: string }>(),
  /** A session continues under another id; its sockets keep it. */
  'session:renewed': cluster<{ userId: string; from: string; to: string }>(),
  /**
   * Something may have been written without an event: the store is back after an outage in which something
   * failed, or a server process was killed.
   */
  'changes:untold': cluster<{ at: string }>(),
  /** An admin changed a setting of the site that every process reads. */
  'setting:changed': cluster<{ matter: SiteSetting['_id'] }>(),
  /** A push about this waits to be sent: is the person looking at one of their pages? (LIVE L34) */
  'attention:asked': local<{ userId: string; about: string }>(),
  /** They are. */
  'attention:given': local<{ userId: string; about: string }>(),
  /** A job waits in the store; it may run after this time. */
  'job:enqueued': local<{ afterMs: number }>(),
} as const satisfies Record<string, EventDeclaration<Reach, unknown, unknown>>

const EVENTS = { ...PUSHED_EVENTS, ...SERVER_EVENTS }
type Events = typeof EVENTS

type NamesOf<R extends Reach> = {
  [N in keyof Events]: Events[N]['reach'] extends R ? N : never
}[keyof Events]

/**
 * The payload of each event on the bus: finished views, and the ids that decide the audience. A listener does
 * not have to read the store. Declared in contract/events.ts, but for the server's own above.
 */
export type DomainEvents = { [N in NamesOf<Reach>]: BusPayload<Events[N]> }

/** An event that reaches every server process: `bus.onCluster` takes no other. */
export type ClusterEvent = NamesOf<'cluster'>

/** The others reach all sockets through Socket.IO's adapter, from the process that committed them. */
export const CLUSTER_EVENTS: readonly ClusterEvent[] = (Object.keys(EVENTS) as (keyof Events)[]).filter(
  (name): name is ClusterEvent => EVENTS[name].reach === 'cluster',
)
