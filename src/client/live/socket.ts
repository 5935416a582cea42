import type { Socket } from 'socket.io-client'
import type {
  Ack,
  ClientEventInput,
  ClientEventName,
  ClientToServerEvents,
  ConnectRefusal,
  ServerToClientEvents,
} from '#contract/events.ts'
import { backoff, refusalWait } from './backoff.ts'
import { isLive, setConnectionStatus, setCrowded } from './connection.store.ts'
import { receive } from './registry.ts'
import type { LiveEventName } from './registry.ts'

const CONNECT_TIMEOUT_MS = 10_000
const ACK_TIMEOUT_MS = 5_000

/** The answer to a signal that could not be sent. Nothing is queued; the sender decides. */
const NOT_CONNECTED: Ack = { ok: false, error: 'Not connected' }

type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>

let socket: LiveSocket | null = null
let making: Promise<LiveSocket> | null = null
let attempt = 0
let timer: ReturnType<typeof setTimeout> | null = null
let wanted = false
let prepare: () => Promise<void>

/**
 * The page's only socket. WebSocket only: while it is down, REST polling replaces it. Reconnects are our own
 * and not the library's, because a refusal and a disconnect by the server (a session that ended) need them as
 * well. The library is loaded after the first page.
 */
async function make(): Promise<LiveSocket> {
  const [{ io }] = await Promise.all([import('socket.io-client'), prepare()])
  const made: LiveSocket = io({
    transports: ['websocket'],
    autoConnect: false,
    reconnection: false,
    timeout: CONNECT_TIMEOUT_MS,
  })
  // Pushes are not validated, because the server has the same types.
  made.onAny((name: LiveEventName, event: unknown) => receive(name, event as never))
  made.on('echo', (_, answer) => answer())
  made.on('disconnect', () => retryLater())
  made.on('connect_error', ({ data }: Error & { data?: ConnectRefusal }) => {
    setCrowded(data?.crowded === true)
    retryLater(data && refusalWait(data.retryAfterMs))
  })
  socket = made
  return made
}

function open(): void {
  stopTimer()
  if (!wanted) return
  making ??= make()
  making.then(
    (made) => wanted && made.connect(),
    () => {
      making = null
      retryLater()
    },
  )
}

function retryLater(wait = backoff(attempt)): void {
  setConnectionStatus(navigator.onLine ? 'reconnecting' : 'offline')
  if (!wanted) return
  stopTimer()
  timer = setTimeout(open, wait)
  attempt += 1
}

function stopTimer(): void {
  if (timer) clearTimeout(timer)
  timer = null
}

/**
 * Connects, and stays connected until `closeSocket`. `loadHandlers` is done before the first push arrives.
 */
export function openSocket(loadHandlers: () => Promise<void>): void {
  prepare = loadHandlers
  wanted = true
  open()
}

/** Disconnects without a retry. */
export function closeSocket(): void {
  wanted = false
  stopTimer()
  socket?.disconnect()
}

/** The page is in all its rooms (LIVE L4): the next failure starts with a short wait again. */
export function markReady(): void {
  attempt = 0
  setCrowded(false)
  setConnectionStatus('live')
}

/**
 * Tries now instead of after the wait, if the socket is down: the tab has become visible, the network is
 * back.
 */
export function hurry(): void {
  if (!wanted || socket?.connected) return
  attempt = 0
  // Also ends an attempt that hangs on a lost network.
  socket?.disconnect()
  open()
}

/** Reconnects with the current session cookie: after log-in and log-out. */
export function renewSocket(): void {
  if (!wanted) return
  socket?.disconnect()
  attempt = 0
  open()
}

/** Sends a signal, which is no write: what is on screen, typing, a page view. Never rejects. */
export async function signal<N extends ClientEventName>(name: N, input: ClientEventInput<N>): Promise<Ack> {
  if (!socket || !isLive()) return NOT_CONNECTED
  const emit = socket.timeout(ACK_TIMEOUT_MS).emitWithAck as (
    name: N,
    input: ClientEventInput<N>,
  ) => Promise<Ack>
  return emit.call(socket, name, input).catch(() => NOT_CONNECTED)
}

/** Checks that the server still answers; after sleep a socket can look connected and be dead. */
export async function probe(): Promise<void> {
  if (!isLive()) return hurry()
  const { ok } = await signal('unwatch', {})
  if (!ok) renewSocket()
}
