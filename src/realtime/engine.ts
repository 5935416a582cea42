import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import { isOwnOrigin } from '#server/platform/http/same-site.ts'
import type { Cluster } from './cluster.ts'
import { limitBacklog, limitNetworks, limitPacketRate } from './connection-limits.ts'
import { LIVE_LIMITS } from './live-limits.ts'
import { rememberUpgrade } from './socket-io-internals.ts'
import type { Connection, LiveServer } from './sockets.ts'

/**
 * Socket.IO on the server's own port, with its limits (SECURITY, Socket). Connection state recovery is off: it
 * would let people in without the handshake's checks and keep every recent packet in memory. Catch-up by
 * sequence numbers is needed anyway (LIVE L6).
 */
export function openEngine(http: HttpServer, cluster: Cluster | null): LiveServer {
  const networks = limitNetworks()
  const io: LiveServer = new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: LIVE_LIMITS.frameBytes,
    pingInterval: LIVE_LIMITS.pingInterval,
    pingTimeout: LIVE_LIMITS.pingTimeout,
    connectTimeout: LIVE_LIMITS.connectTimeout,
    // A browser always sends the origin of the page that opens a socket.
    allowRequest: (req, answer) => {
      const { origin, host } = req.headers
      answer(null, origin !== undefined && isOwnOrigin(origin, host) && !networks.isFull(req))
    },
    ...(cluster && { adapter: cluster.adapter }),
  })
  io.engine.use(rememberUpgrade)
  io.engine.on('connection', (connection: Connection) => {
    limitPacketRate(connection)
    limitBacklog(connection)
    networks.admit(connection)
  })
  return io
}
