import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import { isOwnOrigin } from '#server/platform/http/same-site.ts'
import type { Cluster } from './cluster.ts'
import { countNetworks } from './guard/addresses.ts'
import { guardFloods } from './guard/floods.ts'
import { guardSlowReaders } from './guard/slow-readers.ts'
import { rememberUpgrade } from './handshake.ts'
import { LIVE_LIMITS } from './live-limits.ts'
import type { Connection, LiveServer } from './sockets.ts'

/**
 * Socket.IO on the server's own port, within its bounds (SECURITY, Socket). There is no connection state
 * recovery: it would let people back in past the handshake's checks and keep every recent packet in memory,
 * while sequence catch-up is needed anyway and is enough (LIVE L6).
 */
export function openEngine(http: HttpServer, cluster: Cluster | null): LiveServer {
  const networks = countNetworks()
  const io: LiveServer = new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: LIVE_LIMITS.frameBytes,
    pingInterval: LIVE_LIMITS.pingInterval,
    pingTimeout: LIVE_LIMITS.pingTimeout,
    connectTimeout: LIVE_LIMITS.connectTimeout,
    // Browsers always say which page opens a socket; who does not say is no page of ours.
    allowRequest: (req, answer) => {
      const { origin, host } = req.headers
      answer(null, origin !== undefined && isOwnOrigin(origin, host) && !networks.isFull(req))
    },
    ...(cluster && { adapter: cluster.adapter }),
  })
  io.engine.use(rememberUpgrade)
  io.engine.on('connection', (connection: Connection) => {
    guardFloods(connection)
    guardSlowReaders(connection)
    networks.admit(connection)
  })
  return io
}
