import type { Server, Socket } from 'socket.io'
import type { ClientToServerEvents, ServerToClientEvents } from '#contract/events.ts'

/** What a socket keeps of its handshake. Small on purpose: it is held once a socket. */
export interface SocketData {
  /** Null for visitors. */
  userId: string | null
  sessionId: string | null
}

type Nothing = Record<string, never>

export type LiveServer = Server<ClientToServerEvents, ServerToClientEvents, Nothing, SocketData>
export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, Nothing, SocketData>
