import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import { networkOf } from '#server/platform/address.ts'
import { clientAddressOf, countNetworks } from '#server/platform/http/connections.ts'
import { hasManyParts } from '#server/platform/http/json-parts.ts'
import { isOwnOrigin } from '#server/platform/http/same-site.ts'
import { LIVE_LIMITS } from './live-limits.ts'
import {
  limitWebSockets,
  onFrame,
  onceGone,
  refuseSecondTransports,
  rememberUpgrade,
  shortenWrites,
  terminate,
  waitingBytes,
  waitingCount,
} from './socket-io-internals.ts'
import type { Connection, LiveServer } from './sockets.ts'

/**
 * Options of the HTTP server. Other requests that ask for another protocol, such as h2c, are answered as usual: Node
 * takes all deadlines off a connection that it gives away, and Engine.IO does not end those that are not for it.
 */
export const UPGRADES = {
  shouldUpgradeCallback: ({ url }: IncomingMessage) => url?.startsWith('/socket.io/') ?? false,
}

/**
 * Socket.IO on the server's own port, with its limits (SECURITY, Socket). Connection state recovery is off: it
 * would let people in without the handshake's checks and keep every recent packet in memory. Catch-up by
 * sequence numbers is needed anyway (LIVE L6).
 */
export function openEngine(http: HttpServer): LiveServer {
  const networks = limitNetworks()
  const io: LiveServer = new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: LIVE_LIMITS.messageBytes,
    pingInterval: LIVE_LIMITS.pingInterval,
    pingTimeout: LIVE_LIMITS.pingTimeout,
    connectTimeout: LIVE_LIMITS.connectTimeout,
    // A browser always sends the origin of the page that opens a socket.
    allowRequest: (req, answer) => {
      const { origin, host } = req.headers
      answer(null, origin !== undefined && isOwnOrigin(origin, host) && !networks.isFull(req))
    },
  })
  io.engine.use(refuseSecondTransports)
  io.engine.use(rememberUpgrade)
  limitWebSockets(io, http, {
    maxFragments: LIVE_LIMITS.framesOfMessage,
    closeTimeout: LIVE_LIMITS.closeTimeout,
  })
  shortenWrites(io)
  io.engine.on('connection', (connection: Connection) => {
    limitPacketRate(connection)
    limitBacklog(connection)
    networks.admit(connection)
  })
  return io
}

interface Allowance {
  packets: number
  /** When `packets` was computed, epoch ms. */
  at: number
}

const allowances = new WeakMap<Connection, Allowance>()

/**
 * Counts every incoming message, also invalid ones, heartbeats and what comes after the end, and the pings of the
 * WebSocket itself: a connection that sends more than 20 a second and has used its burst of 40 is closed. So is one that
 * sends what no event is: bytes, or very many lists, objects and commas, which take longer to read than others of their
 * length.
 */
function limitPacketRate(connection: Connection): void {
  allowances.set(connection, { packets: LIVE_LIMITS.packetBurst, at: performance.now() })
  connection.on('packet', checkPacket)
  onFrame(connection, () => countPacket.call(connection))
}

// One function for all connections saves memory; `this` is the connection.
function checkPacket(this: Connection, { data }: { data?: unknown }): void {
  const isEvent =
    data === undefined || (typeof data === 'string' && !hasManyParts(data, LIVE_LIMITS.partsOfMessage))
  if (!isEvent) terminate(this)
}

function countPacket(this: Connection): void {
  const allowance = allowances.get(this)
  if (!allowance) return
  const now = performance.now()
  const saved = allowance.packets + ((now - allowance.at) / 1000) * LIVE_LIMITS.packetsPerSecond
  allowance.packets = Math.min(LIVE_LIMITS.packetBurst, saved) - 1
  allowance.at = now
  if (allowance.packets < 0) terminate(this)
}

/** To add up the bytes on each packet would cost more than it saves. */
const WEIGH_EVERY = 16

/**
 * Closes a connection whose client does not read: what waits for it would grow without end. The page connects
 * again and resyncs (LIVE L7). Volatile events never wait: Socket.IO drops them while a connection is busy.
 */
const limitBacklog = (connection: Connection): void => void connection.on('packetCreate', measureBacklog)

// One function for all connections. The packet itself is not yet in the buffer.
function measureBacklog(this: Connection): void {
  const count = waitingCount(this)
  if (
    count >= LIVE_LIMITS.backlogPackets ||
    (count > 0 && count % WEIGH_EVERY === 0 && waitingBytes(this) > LIVE_LIMITS.backlogBytes)
  )
    terminate(this)
}

/** Limits the open sockets of each network (LIVE L17). */
interface NetworkLimit {
  isFull(req: IncomingMessage): boolean
  /** Counts a connection until it has ended; ends it when it is one too many. */
  admit(connection: Connection): void
}

function limitNetworks(): NetworkLimit {
  const networks = countNetworks(LIVE_LIMITS.socketsPerNetwork)
  return {
    isFull: (req) => networks.isFull(networkOf(clientAddressOf(req))),
    admit(connection) {
      const network = networkOf(clientAddressOf(connection.request))
      const full = networks.isFull(network)
      networks.add(network)
      onceGone(connection, () => networks.remove(network))
      if (full) terminate(connection)
    },
  }
}
