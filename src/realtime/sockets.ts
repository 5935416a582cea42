import type { Server, Socket } from 'socket.io'
import type { ClientToServerEvents, PushName, ServerToClientEvents } from '#contract/events.ts'
import type { SeenPayload } from './audience.ts'
import type { SocketVisit, SocketVisitor } from './parts.ts'

/** What a socket keeps of its handshake. Small, because each socket has one (PERFORMANCE). */
export interface SocketData {
  /** Null for visitors. */
  userId: string | null
  sessionId: string | null
  /** The person's session epoch at the handshake. */
  epoch: number
  /** For the analytics; null for bots. */
  visitor: SocketVisitor | null
  /** The network that its page views are limited by. */
  network: string
  /** When the analytics last counted this socket as active, epoch ms; 0 before its first page view. */
  seenAt: number
  /** As of its last page view that was counted. */
  visit?: SocketVisit
  /** How many posts it watches. */
  watchedPosts: number
  /** The post, article or profile that the page shows, and who counts there: null for nobody. */
  attends?: { readonly subject: string; readonly person: string | null }
}

/** Server processes tell each other nothing through Socket.IO (cluster.ts). */
type NoEvents = Record<string, never>

/** What is sent to one socket, whose person may see it. */
type SentEvents = {
  [N in PushName]: N extends 'echo' ? ServerToClientEvents[N] : (event: SeenPayload<N>) => void
}

export type LiveServer = Server<ClientToServerEvents, SentEvents, NoEvents, SocketData>
export type LiveSocket = Socket<ClientToServerEvents, SentEvents, NoEvents, SocketData>
/** Engine.IO's connection of a socket. */
export type Connection = LiveSocket['conn']

const NO_IDS: ReadonlySet<string> = new Set()

/** Ids of this process's sockets that are in a room. */
export const idsIn = (io: LiveServer, room: string): ReadonlySet<string> =>
  io.of('/').adapter.rooms.get(room) ?? NO_IDS

/** This process's sockets that are in a room. */
export const socketsIn = (io: LiveServer, room: string): LiveSocket[] =>
  [...idsIn(io, room)].flatMap((id) => io.of('/').sockets.get(id) ?? [])

type Hear = (rooms: readonly string[]) => Promise<void>
const hears = new WeakMap<object, Hear>()

/** Lets `hear` subscribe to what other processes tell in the rooms that sockets enter. */
export const hearWith = (io: LiveServer, hear: Hear): void => void hears.set(io.of('/'), hear)

/**
 * Joins, unless the socket has closed meanwhile: its rooms would be kept for ever (LIVE L17). Resolves when the socket
 * gets what is told in these rooms from then on, by whatever process.
 */
export async function enter(socket: LiveSocket, rooms: readonly string[]): Promise<void> {
  if (!socket.connected) return
  void socket.join([...rooms])
  await hears.get(socket.nsp)?.(rooms)
}

export function leave(socket: LiveSocket, rooms: readonly string[]): void {
  for (const room of rooms) void socket.leave(room)
}
