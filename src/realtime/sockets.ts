import type { Server, Socket } from 'socket.io'
import type { ClientToServerEvents, ServerToClientEvents } from '#contract/events.ts'
import type { Visitor } from './parts.ts'

/** What a socket keeps of its handshake. Small on purpose: it is held once a socket (PERFORMANCE). */
export interface SocketData {
  /** Null for visitors. */
  userId: string | null
  sessionId: string | null
  /** The person's session epoch at the handshake. */
  epoch: number
  /** For the figures; null for bots. */
  visitor: Visitor | null
  /** What counts as the address of its page views. */
  network: string
  /** When the figures were last told that somebody is there, epoch ms; 0 while no page view was reported. */
  seenAt: number
  /** How many posts are on screen. */
  watchedPosts: number
}

/** What server processes tell each other. */
export interface ServerToServerEvents {
  relay: (name: string, payload: unknown) => void
}

export type LiveServer = Server<ClientToServerEvents, ServerToClientEvents, ServerToServerEvents, SocketData>
export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, ServerToServerEvents, SocketData>
/** The wire under a socket. */
export type Connection = LiveSocket['conn']

const NOBODY: ReadonlySet<string> = new Set()

/** Ids of this process's sockets that are in a room. */
export const idsIn = (io: LiveServer, room: string): ReadonlySet<string> =>
  io.of('/').adapter.rooms.get(room) ?? NOBODY

/** This process's sockets that are in a room. */
export const socketsIn = (io: LiveServer, room: string): LiveSocket[] =>
  [...idsIn(io, room)].flatMap((id) => io.of('/').sockets.get(id) ?? [])

/** Joins, unless the socket has gone meanwhile: its rooms would be kept for ever (LIVE L17). */
export function enter(socket: LiveSocket, rooms: readonly string[]): void {
  if (socket.connected) void socket.join([...rooms])
}

export function leave(socket: LiveSocket, rooms: readonly string[]): void {
  for (const room of rooms) void socket.leave(room)
}
