/** The server's log finds a fault by the first characters of its request's id. */
const NUMBER_LENGTH = 8
/** A screen shows that something failed at once; later it is about something else. */
const RECENT_MS = 2_000

/** Asks the person to tell us the number of a request that met a fault of ours. */
export const tellNumber = (requestId: string): string =>
  `If it happens again, tell us this number: ${requestId.slice(0, NUMBER_LENGTH)}.`

let latest: { requestId: string | null; at: number } = { requestId: null, at: -Infinity }

/** Remembers the latest call that failed; null: by no fault of ours. */
export const recordFailure = (requestId: string | null): void =>
  void (latest = { requestId, at: performance.now() })

/** The request that has just met a fault of ours, if that was the latest one that failed. */
export const recentFault = (): string | null =>
  performance.now() - latest.at < RECENT_MS ? latest.requestId : null
