import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from 'proxy-addr'
import { networkOf } from '../address.ts'
import { config } from '../config.ts'

const LIMITS = {
  /** How long a client may continue to send a body after its response is sent. */
  drainMs: 30_000,
  /** How long a client may take no byte of a response; it is disconnected within half as long again. */
  stalledMs: 60_000,
}

/**
 * Limits for every request of a server: one at a time on a connection, a deadline for a body that goes on
 * after its response, and one for a client that does not read. Call it when all request handlers are attached.
 */
export function guardRequests(http: Server, { drainMs, stalledMs } = LIMITS): void {
  const answering = http.listeners('request') as RequestListener[]
  const newest = new WeakMap<Socket, ServerResponse>()
  const handle = (req: IncomingMessage, res: ServerResponse) => {
    res.once('finish', () => req.complete || drain(req, drainMs))
    for (const answer of answering) answer.call(http, req, res)
  }
  http.removeAllListeners('request')
  http.on('request', (req: IncomingMessage, res: ServerResponse) => {
    const before = newest.get(req.socket)
    newest.set(req.socket, res)
    // Node gives a response its socket only when the one before it has ended.
    if (res.socket !== null) return handle(req, res)
    // The client may have all bytes of the answer before it has ended here: its next request waits for a moment.
    if (before?.headersSent) return void res.once('socket', () => handle(req, res))
    // Pipelined. No browser does that, and a queued response is never told that its client left: what it opened
    // would stay open.
    req.socket.destroy()
  })
  /** What had moved when a connection was still for half of the time. */
  const moved = new WeakMap<Socket, number>()
  // Node ends no connection by itself where somebody listens: neither an idle one. Where a part of the last piece was
  // sent, it waits twice.
  http.setTimeout(stalledMs / 2, (socket) => {
    const response = newest.get(socket)
    const isIdle = response?.writableFinished
    // A handler that prepares its response may take its time.
    if (response && !isIdle && socket.writableLength === 0) return
    const all = socket.bytesRead + socket.bytesWritten
    if (isIdle || moved.get(socket) === all) return void socket.destroy()
    moved.set(socket, all)
    socket.setTimeout(stalledMs / 2)
  })
}

// A browser shows an early response only when its whole request is sent. So the rest is read, for a limited time.
function drain(req: IncomingMessage, within: number): void {
  req.on('error', () => undefined).resume()
  const timer = setTimeout(() => req.socket.destroy(), within).unref()
  req.once('close', () => clearTimeout(timer))
}

/** Whether TRUST_PROXY names this peer. */
export const isTrustedProxy = proxyAddr.compile(config.TRUST_PROXY ?? [])

/** Where a request comes from, behind the proxies of TRUST_PROXY. The same rule as Express's `req.ip`. */
export const clientAddressOf = (req: IncomingMessage): string => proxyAddr(req, isTrustedProxy)

/** How many of something each network has open (`networkOf`). A network that has none is forgotten. */
export interface NetworkCounter {
  isFull(network: string): boolean
  add(network: string): void
  remove(network: string): void
}

export function countNetworks(max: number): NetworkCounter {
  const open = new Map<string, number>()
  return {
    isFull: (network) => (open.get(network) ?? 0) >= max,
    add: (network) => void open.set(network, (open.get(network) ?? 0) + 1),
    remove(network) {
      const rest = (open.get(network) ?? 0) - 1
      if (rest > 0) open.set(network, rest)
      else open.delete(network)
    },
  }
}

/**
 * Limits the open connections of each address (IPv6: of each /64 network). A proxy that TRUST_PROXY names is
 * not limited: it has to limit its own clients.
 */
export function boundConnections(http: Server, max: number): void {
  const networks = countNetworks(max)
  http.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    // Already closed.
    if (address === undefined) return void socket.destroy()
    if (isTrustedProxy(address, 0)) return
    const network = networkOf(address)
    if (networks.isFull(network)) return void socket.destroy()
    networks.add(network)
    socket.once('close', () => networks.remove(network))
  })
}
