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

/** An event. */
export interface EventDeclaration<Wire, Bus> {
  /** Types alone. `wire`: what a page gets. `bus`: what services emit; never: the bus does not know the event. */
  readonly payloads?: { wire: Wire; bus: Bus }
  /** The part of the payload that is a record: its events are coalesced, and only its newest state counts (LIVE L13). */
  readonly newestOf?: string
}

/** An event that is pushed as it comes: to a named audience, without the keys that only the server needs. */
export interface Pushed {
  readonly to: AudienceName
}

/**
 * An event that is no more than that needs a push of its own in realtime/push. On the bus the payload carries
 * `Keys` as well, for its audience. `Bus` replaces both where the two payloads differ.
 */
export const event = <Wire, Keys = unknown, Bus = Wire & Keys>(
  newestOf?: keyof Wire & string,
): EventDeclaration<Wire, Bus> => ({ ...(newestOf && { newestOf }) })

/** Declares events that go to this audience. */
export const pushedTo =
  <A extends AudienceName>(to: A) =>
  <Wire>(newestOf?: keyof Wire & string): EventDeclaration<Wire, Wire & AudienceKeys[A]> & Pushed => ({
    to,
    ...(newestOf && { newestOf }),
  })

/** An event that the server pushes without hearing it on the bus. */
export const wireOnly = <Wire>(): EventDeclaration<Wire, never> => ({})

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
