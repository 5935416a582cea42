import type { IncomingMessage } from 'node:http'
import type { Connection } from '../sockets.ts'
import proxyAddr from 'proxy-addr'
import { networkOf } from '#server/platform/address.ts'
import { config } from '#server/platform/config.ts'
import { LIVE_LIMITS } from '../live-limits.ts'
import { cut } from './connection.ts'

const trusted = proxyAddr.compile(config.TRUST_PROXY ?? [])

/** Where a request comes from, behind the proxies that we believe. The same rule as Express's `req.ip`. */
export const addressOf = (req: IncomingMessage): string => proxyAddr(req, trusted)

/**
 * Counts the open connections of each network: an IPv4 address, or the /64 of an IPv6 one. A network leaves
 * with its last one (LIVE L17).
 */
export interface Networks {
  isFull(req: IncomingMessage): boolean
  /** Counts a connection until it closes; cuts it when there is one too many. */
  admit(connection: Connection): void
}

export function countNetworks(): Networks {
  const open = new Map<string, number>()
  const held = new WeakMap<Connection, string>()
  const hasRoom = (network: string): boolean => (open.get(network) ?? 0) < LIVE_LIMITS.socketsPerNetwork

  function leave(this: Connection): void {
    const network = held.get(this)!
    const rest = open.get(network)! - 1
    if (rest > 0) open.set(network, rest)
    else open.delete(network)
  }

  return {
    isFull: (req) => !hasRoom(networkOf(addressOf(req))),
    admit(connection) {
      const network = networkOf(addressOf(connection.request))
      const full = !hasRoom(network)
      open.set(network, (open.get(network) ?? 0) + 1)
      held.set(connection, network)
      connection.once('close', leave)
      if (full) cut(connection)
    },
  }
}
