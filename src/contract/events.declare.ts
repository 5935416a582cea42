/** local: the bus hears it in the process that committed it. cluster: it hears it in every server process. */
export type Reach = 'local' | 'cluster'

/**
 * The audiences that an event can name, and what the server needs to know for each. They are functions and
 * values of realtime/audience.ts, which says who that is (LIVE L10).
 */
export interface AudienceKeys {
  /** All pages of one person. */
  onePerson: { userId: string }
  /** Pages that show the profile of this person. */
  visitorsOf: { profileId: string }
  blogReaders: unknown
  dashboardAdmins: unknown
  dashboardStaff: unknown
  everybody: unknown
}
export type AudienceName = keyof AudienceKeys

/** An event. `reach` null: pages get it, the bus does not know it. */
export interface EventDeclaration<R extends Reach | null, Wire, Bus> {
  readonly reach: R
  /** Types alone. `wire`: what a page gets. `bus`: what services emit. */
  readonly payloads?: { wire: Wire; bus: Bus }
}

/** An event that is pushed as it comes: to a named audience, without the keys that only the server needs. */
export interface Pushed {
  readonly to: AudienceName
  /** The part of the payload that is a record. Its pushes are coalesced, and only its newest state counts (LIVE L13). */
  readonly newestOf?: string
}

/**
 * An event that is no more than that needs a push of its own in realtime/push. On the bus the payload carries
 * `Keys` as well, for its audience. `Bus` replaces both where the two payloads differ.
 */
export const local = <Wire, Keys = unknown, Bus = Wire & Keys>(): EventDeclaration<'local', Wire, Bus> => ({
  reach: 'local',
})

/** The same for an event that every server process has to know, for its own sockets or its own caches. */
export const cluster = <Wire, Keys = unknown, Bus = Wire & Keys>(): EventDeclaration<
  'cluster',
  Wire,
  Bus
> => ({ reach: 'cluster' })

/** Declares events that go to this audience. */
export const pushedTo = <A extends AudienceName>(to: A) => ({
  local: <Wire>(
    newestOf?: keyof Wire & string,
  ): EventDeclaration<'local', Wire, Wire & AudienceKeys[A]> & Pushed => ({
    reach: 'local',
    to,
    ...(newestOf && { newestOf }),
  }),
  cluster: <Wire>(
    newestOf?: keyof Wire & string,
  ): EventDeclaration<'cluster', Wire, Wire & AudienceKeys[A]> & Pushed => ({
    reach: 'cluster',
    to,
    ...(newestOf && { newestOf }),
  }),
})

/** An event that the server pushes without hearing it on the bus. */
export const wireOnly = <Wire>(): EventDeclaration<null, Wire, never> => ({ reach: null })

/** What a page can watch besides posts, conversations and profiles. */
export const TOPICS = [
  'feed',
  'following',
  'trends',
  'blog',
  'decrees',
  'analytics',
  'monitor',
  'sewer',
  'admin',
  'moderation',
  'pending',
] as const
