import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable, Transform } from 'node:stream'
import zlib from 'node:zlib'
import { config } from '../config.ts'
import { hostAddresses } from './host-addresses.ts'
import { isPublicAddress } from './public-address.ts'

/** How hosts are found and reached. The checks of the addresses are elsewhere, and always the same. */
export interface Network {
  /** All IP addresses of a host. Throws when there is none. */
  resolve(host: string): Promise<string[]>
  /** Where a connection to this checked address goes. `isPlain`: without TLS, whatever the address says. */
  dial(address: string, port: number): { address: string; port: number; isPlain?: true }
}

/** What is outside of this process, as it is. */
export const INTERNET: Network = {
  resolve: hostAddresses(),
  dial: (address, port) => ({ address, port }),
}

/** Any public address: tests never connect to it. */
const STAND_IN = '93.184.215.14'

/** One local server as the whole internet: it answers for every host that ends in .test, others do not exist. */
const testNetwork = (server: string): Network => {
  const { hostname, port } = new URL(`http://${server}`)
  return {
    resolve: async (host) => {
      if (!host.endsWith('.test')) throw new Error(`${host} does not exist`)
      return [STAND_IN]
    },
    dial: () => ({ address: hostname, port: Number(port), isPlain: true }),
  }
}

/** The network of this process. */
export const ownNetwork: Network = config.OUTBOUND_TEST_SERVER
  ? testNetwork(config.OUTBOUND_TEST_SERVER)
  : INTERNET

/** The other side is closed to us, silent, wrong or too large. Nothing that our side could repair. */
export class NotFetched extends Error {
  override name = 'NotFetched'
}

/** Our own rules forbid to connect there: trying again later would change nothing, unless the host's addresses do. */
export class ForbiddenAddress extends NotFetched {}

/** The other side has closed a kept connection at the moment of its next request. */
export class IdleConnectionClosed extends NotFetched {}

/** What a fetch accepts. */
export interface Terms {
  /** Media types without parameters. */
  types: readonly string[]
  /** Bytes, unpacked. */
  bytes: number
  /** cut: reads that much and stops. refuse: fails. */
  beyond: 'cut' | 'refuse'
  /** Ends everything, the name look-up included. */
  signal: AbortSignal
}

export interface Fetched {
  /** After redirects. */
  url: URL
  /** The whole Content-Type header. */
  contentType: string
  body: Buffer
}

const MAX_REDIRECTS = 5
const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308])
const PORTS: ReadonlySet<string> = new Set(['', '80', '443'])

/**
 * Fetches a public address that a person has named, with nothing that identifies anybody. Every host is resolved here,
 * at each redirect again; all of its addresses must be public, and the connection goes to one of those that were
 * checked. Throws `NotFetched`, or the reason of the signal.
 */
export async function guardedFetch(
  address: string,
  terms: Terms,
  network: Network = ownNetwork,
): Promise<Fetched> {
  let url = allowedUrl(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const addresses = await checkedAddresses(url, network, terms.signal)
    const response = await request(url, addresses, network, { ...terms, headers: requestHeaders(terms) })
    const target = redirectOf(response)
    if (target === null) return { url, ...(await receive(response, terms)) }
    response.destroy()
    url = allowedUrl(target, url)
  }
  throw new NotFetched('too many redirects')
}

export function allowedUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new ForbiddenAddress('no web address')
  if (url.username || url.password) throw new ForbiddenAddress('an address with credentials')
  if (!PORTS.has(url.port)) throw new ForbiddenAddress('an unusual port')
  url.hash = ''
  return url
}

/** Without the brackets around an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

export async function checkedAddresses(url: URL, network: Network, signal: AbortSignal): Promise<string[]> {
  const host = hostOf(url)
  const addresses = isIP(host) ? [host] : await unlessAborted(network.resolve(host), signal)
  // A private address among public ones is an attack.
  if (addresses.length === 0 || !addresses.every(isPublicAddress))
    throw new ForbiddenAddress('no public host')
  return addresses
}

/** A look-up ends by itself soon: here it is only ignored. */
async function unlessAborted(answer: Promise<string[]>, signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([
      answer.catch((error: unknown) => Promise.reject(notFetched('no such host', error))),
      aborted,
    ])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Looks nothing up: the connection gets the addresses that were checked. */
const pinnedTo =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, done) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    if (all) done(null, found)
    else done(null, found[0]!.address, found[0]!.family)
  }

const requestHeaders = ({ types }: Terms): Record<string, string> => ({
  'user-agent': `Mozilla/5.0 (compatible; RoyalFlushPreview/1.0; +${config.PUBLIC_URL})`,
  accept: types.join(', '),
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'en, *;q=0.5',
})

interface Sent {
  headers: Readonly<Record<string, string>>
  /** A POST; without it a GET. */
  body?: Buffer
  signal: AbortSignal
  /** Keep connections for the next request; without it none is kept. */
  agents?: { http: http.Agent; https: https.Agent }
}

/** Sends one request to addresses that were checked. Rejects with `NotFetched`, or the reason of the signal. */
export function request(
  url: URL,
  addresses: readonly string[],
  network: Network,
  { headers, body, signal, agents }: Sent,
): Promise<IncomingMessage> {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const ends = addresses.map((address) => network.dial(address, port))
  const isSecure = url.protocol === 'https:' && !ends[0]!.isPlain
  const host = hostOf(url)
  const options = {
    method: body ? 'POST' : 'GET',
    // Node looks up no IP address, not even with `lookup`.
    host: isIP(host) ? ends[0]!.address : host,
    port: ends[0]!.port,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, ...(body && { 'content-length': body.length }) },
    // No proxy of the environment is used.
    agent: (isSecure ? agents?.https : agents?.http) ?? false,
    lookup: pinnedTo(ends.map(({ address }) => address)),
    signal,
    ...(isSecure && !isIP(host) && { servername: host }),
  }
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? https : http).request(options, resolve)
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) return reject(signal.reason as Error)
      const wasKept = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      reject(wasKept ? new IdleConnectionClosed() : notFetched('no answer', error))
    })
    sent.end(body)
  })
}

function redirectOf({ statusCode, headers }: IncomingMessage): string | null {
  return REDIRECTS.has(statusCode) ? (headers.location ?? null) : null
}

async function receive(
  response: IncomingMessage,
  terms: Terms,
): Promise<Pick<Fetched, 'contentType' | 'body'>> {
  try {
    const contentType = response.headers['content-type'] ?? ''
    if (response.statusCode !== 200) throw new NotFetched(`status ${response.statusCode}`)
    const type = contentType.split(';')[0]!.trim().toLowerCase()
    if (!terms.types.includes(type)) throw new NotFetched('another type')
    return { contentType, body: await collect(response, terms) }
  } finally {
    response.destroy()
  }
}

/** For a body that is cut, and so may end anywhere. */
const CUT = { finishFlush: zlib.constants.Z_SYNC_FLUSH }
const CUT_BROTLI = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }

const UNPACK: Record<string, (isCut: boolean, packed: Buffer) => Transform> = {
  gzip: (isCut) => zlib.createGunzip(isCut ? CUT : {}),
  'x-gzip': (isCut) => zlib.createGunzip(isCut ? CUT : {}),
  // Some servers send 'deflate' without its header.
  deflate: (isCut, packed) =>
    ((packed[0] ?? 0) & 0x0f) === 8
      ? zlib.createInflate(isCut ? CUT : {})
      : zlib.createInflateRaw(isCut ? CUT : {}),
  br: (isCut) => zlib.createBrotliDecompress(isCut ? CUT_BROTLI : {}),
}

async function collect(response: IncomingMessage, terms: Terms): Promise<Buffer> {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity'
  const unpack = UNPACK[encoding]
  if (encoding !== 'identity' && !unpack) throw new NotFetched('an unknown encoding')
  try {
    const packed = await gather(response, terms)
    if (!unpack) return packed
    // In one piece: a site may send it byte by byte, and each of them would cost a step.
    const unpacking = unpack(terms.beyond === 'cut', packed)
    unpacking.end(packed)
    return await gather(unpacking, terms)
  } catch (error) {
    terms.signal.throwIfAborted()
    throw error instanceof NotFetched ? error : notFetched('a broken answer', error)
  }
}

/** Counts piece by piece: a decompression bomb never expands. */
async function gather(source: Readable, { bytes, beyond }: Terms): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of source as AsyncIterable<Buffer>) {
    pieces.push(piece)
    length += piece.length
    if (length <= bytes) continue
    if (beyond === 'refuse') throw new NotFetched('too large')
    break
  }
  return Buffer.concat(pieces).subarray(0, bytes)
}

const notFetched = (what: string, cause: unknown): NotFetched => new NotFetched(what, { cause })
