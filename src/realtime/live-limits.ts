import { config } from '#server/platform/config.ts'

const scaled = (times: number): number => Math.max(1, Math.round(times * config.RATE_LIMIT_FACTOR))

/**
 * What one socket, person or address may take of the house (SECURITY, Socket; LIVE L17). RATE_LIMIT_FACTOR
 * multiplies the first four.
 */
export const LIVE_LIMITS = {
  socketsPerPerson: scaled(10),
  socketsPerNetwork: scaled(config.SOCKETS_PER_ADDRESS),
  /** Packets a socket may send a second, and how many it may save up. */
  packetsPerSecond: scaled(20),
  packetBurst: scaled(40),
  frameBytes: 64 * 1024,
  pingInterval: 20_000,
  pingTimeout: 15_000,
  /** From the open connection to being somebody, ms. */
  connectTimeout: 10_000,
  /** What may wait for a reader that does not read. */
  backlogPackets: 256,
  backlogBytes: 1024 * 1024,
  /** Posts one socket may have on screen. */
  watchedPosts: 500,
  /** People whose presence one socket may ask for: open threads, not a whole inbox. */
  watchedPeople: 50,
  /** Every socket's session is read again within this time, ms. */
  sessionRecheck: 5 * 60_000,
  /** Posts one announcement carries; the rest is asked for by REST. */
  announcedPosts: 10,
} as const
