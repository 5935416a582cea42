import type { Connection } from '../sockets.ts'

/** Cuts the wire at once. A polite close would first wait for everything that is still to be sent. */
export function cut(connection: Connection): void {
  const { socket } = connection.transport as unknown as { socket: { terminate(): void } }
  socket.terminate()
}
