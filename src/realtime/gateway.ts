import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import { SENTENCES } from '#contract/errors.ts'
import { isOwnOrigin } from '#server/platform/http/same-site.ts'
import { logger } from '#server/platform/logger.ts'
import { userRoom } from './audience.ts'
import { identify, type Handshake } from './handshake.ts'
import type { LiveServer, LiveSocket } from './sockets.ts'

export interface Gateway {
  io: LiveServer
  /** Closes every socket. */
  close(): Promise<void>
}

/** The live side of the server, on the same port as REST. */
export function startGateway(http: HttpServer, handshake: Handshake): Gateway {
  const io: LiveServer = new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 64 * 1024,
    pingInterval: 20_000,
    pingTimeout: 15_000,
    connectTimeout: 10_000,
    allowRequest: ({ headers }, answer) => answer(null, headers.origin !== undefined && isOwnOrigin(headers.origin, headers.host)),
  })
  io.use((socket, next) => {
    identify(socket, handshake).then(
      (data) => {
        socket.data = data
        next()
      },
      (error: unknown) => {
        logger.error({ err: error }, 'a handshake failed')
        next(new Error(SENTENCES.busy))
      },
    )
  })
  io.on('connection', welcome)
  return { io, close: async () => closeSockets(io) }
}

function welcome(socket: LiveSocket): void {
  const { userId } = socket.data
  if (userId) void socket.join(userRoom(userId))
  socket.emit('ready', { userId, now: new Date().toISOString() })
}

// The HTTP server is not ours to close. Clients see a lost connection and come back by themselves.
function closeSockets(io: LiveServer): void {
  void io.of('/').adapter.close()
  io.engine.close()
}
