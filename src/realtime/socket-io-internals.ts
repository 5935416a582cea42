import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Writable } from 'node:stream'
import type { Connection, LiveServer, LiveSocket } from './sockets.ts'

/**
 * Everything that we use of Socket.IO and Engine.IO and that is not their public interface.
 * socket-io-internals.test.ts names the versions it was written for, and fails when an upgrade changes what is used
 * here.
 */

interface FrameOptions {
  preEncoded: true
  /** All bytes of the event on a WebSocket, in one piece or more. */
  wsPreEncodedFrame?: readonly Buffer[]
}
interface EncodingAdapter {
  _encode(packet: { type: 2; data: readonly unknown[]; nsp: string }, options: FrameOptions): unknown
}
interface WritableClient {
  readonly conn: Connection
  writeToEngine(encoded: unknown, options: FrameOptions): void
}

/**
 * Lets events that are encoded once for many sockets go to each connection by a short way: in one piece, and to the
 * stream itself where nothing waits, which takes a third less CPU than Engine.IO's queue. Where a client does not keep
 * up, the queue takes the next events, with its limits.
 */
export function shortenWrites(io: LiveServer): void {
  const adapter = io.of('/').adapter as unknown as EncodingAdapter
  const encode = adapter._encode.bind(adapter)
  adapter._encode = (packet, options) => {
    const encoded = encode(packet, options)
    // Header and content in one piece are one plain write.
    if (options.wsPreEncodedFrame) options.wsPreEncodedFrame = [Buffer.concat(options.wsPreEncodedFrame)]
    return encoded
  }
  io.on('connection', ({ client }) => {
    ;(client as unknown as WritableClient).writeToEngine = writeToStream
  })
}

// One function for all connections.
function writeToStream(this: WritableClient, encoded: unknown, options: FrameOptions): void {
  const frame = options.wsPreEncodedFrame
  const stream = frame?.length === 1 ? idleStreamOf(this.conn) : null
  if (stream) stream.write(frame![0])
  else (Object.getPrototypeOf(this) as WritableClient).writeToEngine.call(this, encoded, options)
}

interface WritableTransport {
  writable: boolean
  socket: { readyState: number; _socket: Writable | null }
}
const WS_OPEN = 1

/** The stream of a connection, if all that was written to the connection before has left it. */
function idleStreamOf(connection: Connection): Writable | null {
  const { writable, socket } = connection.transport as unknown as WritableTransport
  if (connection.readyState !== 'open' || !writable || waitingCount(connection) > 0) return null
  const stream = socket.readyState === WS_OPEN ? socket._socket : null
  return stream?.writableLength === 0 ? stream : null
}

const FRAMES = ['message', 'ping', 'pong'] as const

interface WaitingPacket {
  data?: unknown
  options?: { wsPreEncodedFrame?: readonly Buffer[] }
}
interface WebSocketTransport {
  socket: {
    bufferedAmount: number
    _autoPong: boolean
    prependListener(frame: (typeof FRAMES)[number], listener: () => void): void
    once(event: 'close', listener: () => void): void
    removeAllListeners(event: (typeof FRAMES)[number]): void
    terminate(): void
  }
}

const waitingPackets = (connection: Connection): readonly WaitingPacket[] =>
  (connection as unknown as { writeBuffer: readonly WaitingPacket[] }).writeBuffer

const webSocketOf = (connection: Connection): WebSocketTransport['socket'] =>
  (connection.transport as unknown as WebSocketTransport).socket

/** Packets that wait until the connection can be written to. */
export const waitingCount = (connection: Connection): number => waitingPackets(connection).length

/** Bytes that the client has not read yet: of the waiting packets, and in the WebSocket's own buffer. */
export const waitingBytes = (connection: Connection): number =>
  waitingPackets(connection).reduce(
    (sum, packet) => sum + bytesOf(packet),
    webSocketOf(connection).bufferedAmount,
  )

const bytesOf = ({ data, options }: WaitingPacket): number =>
  options?.wsPreEncodedFrame?.reduce((sum, part) => sum + part.length, 0) ??
  (typeof data === 'string' || Buffer.isBuffer(data) ? data.length : 0)

/**
 * Closes the connection at once. A normal close would first send everything that waits, and thousands of packets that
 * have already arrived would still be handled, the present one too.
 */
export function terminate(connection: Connection): void {
  const socket = webSocketOf(connection)
  connection.removeAllListeners('data')
  for (const event of FRAMES) socket.removeAllListeners(event)
  // Each answer to a ping would fail now, with an error of its own.
  socket._autoPong = false
  socket.terminate()
}

/**
 * Calls `listener` before each message, ping and pong is handled. For Engine.IO pings and pongs of the WebSocket itself
 * are no packets, and neither is what comes while a connection closes.
 */
export function onFrame(connection: Connection, listener: () => void): void {
  for (const event of FRAMES) webSocketOf(connection).prependListener(event, listener)
}

/** Calls `listener` when a connection has ended: for Engine.IO it is closed while its client still has to agree. */
export const onceGone = (connection: Connection, listener: () => void): void =>
  webSocketOf(connection).once('close', listener)

interface WebSocketLimits {
  /** Frames that one message may come in. */
  maxFragments: number
  /** How long a client has to answer the frame that closes its connection, ms. */
  closeTimeout: number
}

/** Sets limits that Engine.IO has no options for. It makes its WebSocket server anew when `http` listens. */
export function limitWebSockets(io: LiveServer, http: HttpServer, limits: WebSocketLimits): void {
  const { engine } = io as unknown as { engine: { ws: { options: WebSocketLimits } } }
  const limit = () => void Object.assign(engine.ws.options, limits)
  limit()
  http.on('listening', limit)
}

/**
 * Engine.IO middleware: refuses requests that name an open connection. It would change over to another transport, and
 * there is one alone: a plain request would never be answered, and packets of a second WebSocket would not be counted.
 */
export function refuseSecondTransports(
  req: IncomingMessage,
  _res: unknown,
  next: (error?: Error) => void,
): void {
  const { sid } = (req as unknown as { _query: { sid?: string } })._query
  next(sid === undefined ? undefined : new Error('A connection has one transport'))
}

const NO_HANDSHAKE = Object.freeze({})

/** Engine.IO's answers to the upgrades of open connections. */
const upgrades = new WeakMap<IncomingMessage, { req: IncomingMessage | null }>()

/** Engine.IO middleware: remembers the answer to an upgrade for `forgetRequest`. */
export const rememberUpgrade = (
  req: IncomingMessage,
  res: { req: IncomingMessage | null },
  next: () => void,
): void => {
  upgrades.set(req, res)
  next()
}

/**
 * Releases the request and all that it refers to: a third of the memory of a socket (PERFORMANCE). The answer
 * to the upgrade lives as long as the connection, and would keep the request as well.
 */
export function forgetRequest(socket: LiveSocket): void {
  const upgrade = upgrades.get(socket.request)
  if (upgrade) upgrade.req = null
  Object.assign(socket.conn, { request: null })
  Object.assign(socket, { handshake: NO_HANDSHAKE })
}
