import type { IncomingMessage } from 'node:http'
import type { Connection } from '../sockets.ts'
import proxyAddr from 'proxy-addr'
import { config } from '#server/platform/config.ts'
import { LIVE_LIMITS } from '../live-limits.ts'
import { cut } from './connection.ts'

const trusted = proxyAddr.compile(config.TRUST_PROXY ?? [])

/** Where a request comes from, behind the proxies that we believe. The same rule as Express's `req.ip`. */
export const addressOf = (req: IncomingMessage): string => proxyAddr(req, trusted)

/** Counts the open connections of each address; an address leaves with its last one (LIVE L17). */
export interface Addresses {
  isFull(address: string): boolean
  /** Counts a connection until it closes; cuts it when there is one too many. */
  admit(connection: Connection): void
}

export function countAddresses(): Addresses {
  const open = new Map<string, number>()
  const held = new WeakMap<Connection, string>()
  const isFull = (address: string): boolean => (open.get(address) ?? 0) >= LIVE_LIMITS.socketsPerAddress

  function leave(this: Connection): void {
    const address = held.get(this)!
    const rest = open.get(address)! - 1
    if (rest > 0) open.set(address, rest)
    else open.delete(address)
  }

  return {
    isFull,
    admit(connection) {
      const address = addressOf(connection.request)
      const full = isFull(address)
      open.set(address, (open.get(address) ?? 0) + 1)
      held.set(connection, address)
      connection.once('close', leave)
      if (full) cut(connection)
    },
  }
}
