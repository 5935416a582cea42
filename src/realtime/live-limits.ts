import { config } from '#server/platform/config.ts'

const scaled = (times: number): number => Math.max(1, Math.round(times * config.RATE_LIMIT_FACTOR))

/** Limits of one socket, person or network (SECURITY, Socket; LIVE L17). RATE_LIMIT_FACTOR scales the first four. */
export const LIVE_LIMITS = {
  socketsPerPerson: scaled(10),
  socketsPerNetwork: scaled(config.SOCKETS_PER_ADDRESS),
  /** Packets a socket may send a second, and the most that it can save up. */
  packetsPerSecond: scaled(20),
  packetBurst: scaled(40),
  /** The longest event, a page with its referrer, has 13 kB. */
  messageBytes: 16 * 1024,
  /** Frames that a message may come in; browsers send one. */
  framesOfMessage: 16,
  /** Lists, objects and commas of a message. The longest list has 100 entries; a path may have commas too. */
  partsOfMessage: 5_000,
  pingInterval: 20_000,
  pingTimeout: 15_000,
  /** From the open connection to the end of the handshake, with its wait in the queue, ms. */
  connectTimeout: 30_000,
  /** For a client's answer to the end of its connection; then it is cut, ms. */
  closeTimeout: 3_000,
  /** What may wait for a client that does not read. */
  backlogPackets: 256,
  backlogBytes: 1024 * 1024,
  /** Posts one socket may watch. */
  watchedPosts: 500,
  /** Conversations one socket may have open. */
  watchedPeople: 50,
  /** Every socket's session is read again within this time, ms. */
  sessionRecheck: 5 * 60_000,
  /** Posts in one announcement; pages fetch the rest by REST. */
  announcedPosts: 10,
} as const
