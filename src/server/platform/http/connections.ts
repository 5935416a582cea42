import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from 'proxy-addr'
import { networkOf } from '../address.ts'
import { config } from '../config.ts'

/** How long a client may go on sending a body after its answer is out. */
const DRAIN_MS = 30_000

/**
 * What holds for every request of a server, whatever answers it: one at a time on a connection, and no body
 * without end behind an answer. Call it when everything that answers is attached.
 */
export function guardRequests(http: Server, drainMs = DRAIN_MS): void {
  const answering = http.listeners('request') as RequestListener[]
  http.removeAllListeners('request')
  http.on('request', (req: IncomingMessage, res: ServerResponse) => {
    // Pipelined: Node gives a response its socket only when the one before it is sent. No browser pipelines,
    // and a queued response never hears that its client has left, so whatever it has opened stays open.
    if (res.socket === null) return void req.socket.destroy()
    res.once('finish', () => req.complete || drain(req, drainMs))
    for (const answer of answering) answer.call(http, req, res)
  })
}

// A browser shows an early answer only once everything is sent, so the rest is read; but not for ever.
function drain(req: IncomingMessage, within: number): void {
  req.on('error', () => undefined).resume()
  const { socket } = req
  const timer = setTimeout(() => req.complete || socket.destroy(), within).unref()
  socket.once('close', () => clearTimeout(timer))
}

const isTrustedProxy = proxyAddr.compile(config.TRUST_PROXY ?? [])

/**
 * Keeps the open connections of each address (IPv6: of each /64 network) within `most`. A proxy that
 * TRUST_PROXY names brings everybody's, and has to bound them itself.
 */
export function boundConnections(http: Server, most: number): void {
  const open = new Map<string, number>()
  http.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    // Gone before it was seen.
    if (address === undefined) return void socket.destroy()
    if (isTrustedProxy(address, 0)) return
    const network = networkOf(address)
    const many = (open.get(network) ?? 0) + 1
    if (many > most) return void socket.destroy()
    open.set(network, many)
    socket.once('close', () => {
      const rest = open.get(network)! - 1
      if (rest > 0) open.set(network, rest)
      else open.delete(network)
    })
  })
}
