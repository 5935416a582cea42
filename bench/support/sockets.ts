import { WebSocket } from 'ws'
import type { ConnectRefusal } from '#contract/events.ts'

export interface LightSocket {
  /** Sends an event; resolves with its acknowledgement. */
  emit(name: string, payload: unknown): Promise<unknown>
  /** Resolves when the connection has ended, whoever ended it. */
  readonly closed: Promise<void>
  /** When it is its turn to fetch, as `ready` said, ms. */
  fetchInMs: number
  close(): void
}

/** The server refused the socket, and may have said when to come back. */
export class RefusedError extends Error {
  readonly retryAfterMs: number | undefined
  constructor(frame: string) {
    super(`The server refused the socket: ${frame}`)
    const { data } = JSON.parse(frame.slice(frame.indexOf('{'))) as { data?: ConnectRefusal }
    this.retryAfterMs = data?.retryAfterMs
  }
}

interface Options {
  port: number
  cookie?: string
  /** The person of the socket and its rooms, for the bare server, which trusts it. */
  auth?: { user?: string; room?: string }
  /** Local address of the connection; a server may limit sockets for each address. */
  localAddress?: string
  onEvent?(name: string, frame: string): void
}

/** As the page's: for the connection itself, ms. */
const CONNECT_TIMEOUT_MS = 10_000
const OPEN = '0'
const PING = '2'
const CONNECTED = '40'
const EVENT = '42'
const ACK = '43'

/**
 * A minimal client of Engine.IO and Socket.IO: thousands of them fit beside the server under load. Resolves
 * when it is connected, with `until` when it has received that event.
 */
export function openSocket(
  { port, cookie, auth, localAddress, onEvent }: Options,
  until?: string,
): Promise<LightSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
    handshakeTimeout: CONNECT_TIMEOUT_MS,
    ...(localAddress && { localAddress }),
    headers: { Origin: `http://127.0.0.1:${port}`, ...(cookie && { Cookie: cookie }) },
  })
  const acks = new Map<number, (answer: unknown) => void>()
  let sent = 0
  const light: LightSocket = {
    emit(name, payload) {
      const id = (sent += 1)
      socket.send(`42${id}${JSON.stringify([name, payload])}`)
      return new Promise((resolve) => acks.set(id, resolve))
    },
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
    fetchInMs: 0,
    close: () => socket.close(),
  }
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', (code) => reject(new Error(`The socket was closed with ${code}`)))
    socket.on('message', (data: Buffer) => {
      const frame = data.toString()
      if (frame === PING) return socket.send('3')
      if (frame.startsWith(OPEN)) return socket.send(auth ? CONNECTED + JSON.stringify(auth) : CONNECTED)
      if (frame.startsWith('44')) {
        socket.close()
        return reject(new RefusedError(frame))
      }
      if (frame.startsWith(CONNECTED) && !until) return resolve(light)
      if (frame.startsWith(ACK)) return settle(acks, frame)
      if (!frame.startsWith(EVENT)) return
      const start = frame.indexOf('[')
      // The answer to the latency probe: the server measures how long it takes.
      if (start > EVENT.length) socket.send(`${ACK}${frame.slice(EVENT.length, start)}[]`)
      const name = frame.slice(start + 2, frame.indexOf('"', start + 2))
      if (name === 'ready') light.fetchInMs = payloadOf<{ fetchInMs: number }>(frame).fetchInMs
      if (name === until) resolve(light)
      onEvent?.(name, frame)
    })
  })
}

function settle(acks: Map<number, (answer: unknown) => void>, frame: string): void {
  const start = frame.indexOf('[')
  const id = Number(frame.slice(2, start))
  acks.get(id)?.((JSON.parse(frame.slice(start)) as unknown[])[0])
  acks.delete(id)
}

/** What an event carried. */
export const payloadOf = <T>(frame: string): T =>
  (JSON.parse(frame.slice(frame.indexOf('['))) as [string, T])[1]
