import type { Connection } from '../sockets.ts'
import { LIVE_LIMITS } from '../live-limits.ts'
import { cut } from './connection.ts'

/** Adding up bytes on each packet would cost more than it saves. */
const WEIGH_EVERY = 16

/**
 * Cuts who does not read: what waits for them would grow without end. They come back and resync (LIVE L7).
 * Volatile events never wait at all: Socket.IO drops them while the wire is busy.
 */
export const guardSlowReaders = (connection: Connection): void => void connection.on('packetCreate', measure)

interface Waiting {
  data?: unknown
  options?: { wsPreEncodedFrame?: readonly Buffer[] }
}

// One function for all sockets; `this` is the connection. What it writes is not yet in the buffer.
function measure(this: Connection): void {
  const { length } = waitingFor(this)
  if (
    length >= LIVE_LIMITS.backlogPackets ||
    (length > 0 && length % WEIGH_EVERY === 0 && weight(this) > LIVE_LIMITS.backlogBytes)
  )
    cut(this)
}

const waitingFor = (connection: Connection): readonly Waiting[] =>
  (connection as unknown as { writeBuffer: readonly Waiting[] }).writeBuffer

function weight(connection: Connection): number {
  const { socket } = connection.transport as unknown as { socket: { bufferedAmount: number } }
  return waitingFor(connection).reduce((sum, packet) => sum + bytes(packet), socket.bufferedAmount)
}

const bytes = ({ data, options }: Waiting): number =>
  options?.wsPreEncodedFrame?.reduce((sum, part) => sum + part.length, 0) ??
  (typeof data === 'string' || Buffer.isBuffer(data) ? data.length : 0)
