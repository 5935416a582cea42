import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { createReadCache } from '../cache/read-cache.ts'
import {
  allowedUrl,
  checkedAddresses,
  ForbiddenAddress,
  hostOf,
  INTERNET,
  IdleConnectionClosed,
  NotFetched,
  ownNetwork,
  request,
  type Network,
} from './guarded-fetch.ts'

/** What is sent to an address that a person has named. */
export interface Posting {
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** Ends everything, the name look-up included. */
  signal: AbortSignal
}

/** How long an unused connection stays open, ms, and how many do for each host. */
const KEEP = { keepAlive: true, timeout: 20_000, maxFreeSockets: 32 } as const
// Posts go to the same few hosts, such as push services: without this each would cost a TLS handshake.
const agents = { http: new http.Agent(KEEP), https: new https.Agent(KEEP) }
/** The longest answer that is read to its end, so that its connection can be used again, bytes. */
const MAX_ANSWER_BYTES = 16 * 1024

/** How long the addresses of a host are used, ms. */
const FRESH_MS = 30_000

const addressesByHost = createReadCache<string[]>({
  name: 'outbound-hosts',
  load: (host) => ownNetwork.resolve(host),
  max: 500,
  freshMs: FRESH_MS,
})

/** The network of this process, which does not look up the same host for each post. */
const cachedNetwork: Network = { ...ownNetwork, resolve: (host) => addressesByHost.get(host) }

/** The addresses of a public https address, for a post. Throws `ForbiddenAddress`, `NotFetched` or the reason of the signal. */
export async function checkTarget(
  address: string,
  signal: AbortSignal,
  network: Network = cachedNetwork,
): Promise<{ url: URL; addresses: string[] }> {
  const url = allowedUrl(address)
  if (url.protocol !== 'https:') throw new ForbiddenAddress('no https')
  return { url, addresses: await checkedAddresses(url, network, signal) }
}

/** A host that the operator has named. Its name may be known to this machine alone. */
async function ownTarget(address: string): Promise<{ url: URL; addresses: string[] }> {
  const url = new URL(address)
  const found = await lookup(hostOf(url), { all: true }).catch((cause: unknown) => {
    throw new NotFetched('no such host', { cause })
  })
  return { url, addresses: found.map(({ address: one }) => one) }
}

interface Where {
  network?: Network
  /** The operator has named the host: any address, port and http are right. */
  isOwn?: boolean
}

/**
 * Posts to a public https address under the rules of `guardedFetch`, and follows no redirect. What the other side
 * writes back is not returned. A kept connection goes to an address that was checked when it was opened. Throws
 * `NotFetched`, or the reason of the signal.
 */
export async function guardedPost(
  address: string,
  posting: Posting,
  { network = cachedNetwork, isOwn = false }: Where = {},
): Promise<Pick<IncomingMessage, 'statusCode' | 'headers'>> {
  const { url, addresses } = isOwn
    ? await ownTarget(address)
    : await checkTarget(address, posting.signal, network)
  const send = () => request(url, addresses, isOwn ? INTERNET : network, { ...posting, agents })
  const response = await send().catch((error: unknown) => {
    if (error instanceof IdleConnectionClosed) return send()
    throw error
  })
  discard(response)
  return { statusCode: response.statusCode!, headers: response.headers }
}

/** Reads a short answer to its end, so that its connection is free again, and closes a longer one. */
function discard(response: IncomingMessage): void {
  let length = 0
  response.on('data', ({ length: more }: Buffer) => {
    length += more
    if (length > MAX_ANSWER_BYTES) response.destroy()
  })
  // The status is known: what happens to the rest concerns nobody.
  response.on('error', () => undefined)
}
