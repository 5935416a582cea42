import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ForbiddenAddress, guardedFetch, NotFetched, type Network, type Terms } from './guarded-fetch.ts'
import { guardedPost } from './guarded-post.ts'
import { until } from '#tests/support/until.ts'

const PUBLIC = '93.184.215.14'
const HTML = { 'content-type': 'text/html; charset=utf-8' }
const MEGABYTE = 1024 * 1024
/** 30 kB that expand to 30 MB. */
const BOMB = gzipSync(Buffer.alloc(30 * MEGABYTE))

const TITLE = '<title>Packed</title>'
/** Random text, which a packer makes hardly smaller. */
const LONG = gzipSync(TITLE + randomBytes(150_000).toString('base64'))
/** Compressed in every way; the torn ones lack the sum at their end. */
const PACKED: Record<string, [string, Buffer]> = {
  gzip: ['gzip', gzipSync(TITLE)],
  'gzip-torn': ['gzip', gzipSync(TITLE).subarray(0, -8)],
  deflate: ['deflate', deflateSync(TITLE)],
  'deflate-bare': ['deflate', deflateRawSync(TITLE)],
  'deflate-torn': ['deflate', deflateSync(TITLE).subarray(0, -4)],
  br: ['br', brotliCompressSync(TITLE)],
}

/** What the internet answers, by path. Everything else redirects to what follows `/to/`. */
const PAGES: Record<string, RequestListener> = {
  '/page': (_req, res) => res.writeHead(200, HTML).end('<title>Hello</title>'),
  '/loop': (_req, res) => res.writeHead(302, { location: '/loop' }).end(),
  '/missing': (_req, res) => res.writeHead(404, HTML).end('<title>Not here</title>'),
  '/file': (_req, res) => res.writeHead(200, { 'content-type': 'application/zip' }).end('PK'),
  '/untyped': (_req, res) => res.writeHead(200).end('hello'),
  '/endless': (_req, res) => {
    res.writeHead(200, HTML)
    const more = () => {
      while (res.writable && res.write(Buffer.alloc(64 * 1024, 'a')));
      res.once('drain', more)
    }
    more()
  },
  '/bomb': (_req, res) => res.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(BOMB),
  ...Object.fromEntries(
    Object.entries(PACKED).map(([name, [encoding, body]]): [string, RequestListener] => [
      `/packed/${name}`,
      (_req, res) => res.writeHead(200, { ...HTML, 'content-encoding': encoding }).end(body),
    ]),
  ),
  '/corrupt': (_req, res) =>
    res.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(gzipSync(TITLE).fill(0, 12, 30)),
  '/odd': (_req, res) => res.writeHead(200, { ...HTML, 'content-encoding': 'zstd' }).end('?'),
  // In chunks of one byte.
  '/dripping': (_req, { socket }) => {
    const head =
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n'
    const chunks = [...LONG].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`)
    socket!.write(Buffer.from(`${head}${chunks.join('')}0\r\n\r\n`, 'latin1'))
  },
  '/silent': () => undefined,
  '/slow': (_req, res) => void res.writeHead(200, HTML).write('<title>'),
}

const seen: { method: string; url: string; headers: Record<string, unknown> }[] = []
const server = createServer((req, res) => {
  const url = req.url ?? ''
  seen.push({ method: req.method!, url, headers: req.headers })
  const page = PAGES[url]
  if (page) return page(req, res)
  res.writeHead(301, { location: url.slice('/to/'.length), 'set-cookie': 'a=b' }).end()
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => void (seen.length = 0))

/** Names and their addresses; a name may have others each time. Connections go to the local server. */
const HOSTS: Record<string, string[][]> = {
  'site.test': [[PUBLIC, '2606:4700:4700::1111']],
  'kept.test': [[PUBLIC]],
  'new.test': [[PUBLIC]],
  'inside.test': [['10.0.0.7']],
  'mixed.test': [[PUBLIC, '127.0.0.1']],
  'rebound.test': [[PUBLIC], ['169.254.169.254']],
  'empty.test': [[]],
}
let asked: Record<string, number> = {}
let dialled: string[] = []
beforeEach(() => {
  asked = {}
  dialled = []
})
const network: Network = {
  resolve: async (host) => {
    const answers = HOSTS[host]
    if (!answers) throw new Error('ENOTFOUND')
    const at = asked[host] ?? 0
    asked[host] = at + 1
    return answers[Math.min(at, answers.length - 1)]!
  },
  dial: (address) => {
    dialled.push(address)
    return { address: '127.0.0.1', port: (server.address() as AddressInfo).port }
  },
}

const fetched = (address: string, terms: Partial<Terms> = {}) =>
  guardedFetch(
    address,
    { types: ['text/html'], bytes: MEGABYTE, beyond: 'cut', signal: AbortSignal.timeout(15_000), ...terms },
    network,
  )

async function refusalOf(address: string, terms?: Partial<Terms>): Promise<string> {
  const error: unknown = await fetched(address, terms).then(
    () => 'it was fetched',
    (reason: unknown) => reason,
  )
  return error instanceof NotFetched ? error.message : `not NotFetched: ${String(error)}`
}

it('reads a page, compressed or not, and identifies nobody', async () => {
  const { url, body, contentType } = await fetched('http://site.test/page#part')
  expect([url.href, body.toString(), contentType]).toEqual([
    'http://site.test/page',
    '<title>Hello</title>',
    HTML['content-type'],
  ])
  expect(dialled).toEqual([PUBLIC, '2606:4700:4700::1111'])
  for (const name of Object.keys(PACKED))
    expect((await fetched(`http://site.test/packed/${name}`)).body.toString(), name).toBe(TITLE)
  // Cookies of a redirect are not kept, and no request says which page has the link.
  expect((await fetched('http://site.test/to//page')).url.href).toBe('http://site.test/page')
  for (const { headers } of seen) {
    expect(headers['host']).toBe('site.test')
    for (const name of ['cookie', 'referer', 'authorization', 'origin'])
      expect(headers).not.toHaveProperty(name)
  }
})

it('never connects to an address that is not public', async () => {
  for (const address of [
    'http://127.0.0.1/page',
    'http://2130706433/page',
    'http://0x7f.1/page',
    'http://[::1]/page',
    'http://[::ffff:127.0.0.1]/page',
    'http://169.254.169.254/latest/meta-data',
    'http://inside.test/page',
    'http://mixed.test/page',
    'http://empty.test/page',
  ])
    expect(await refusalOf(address), address).toBe('no public host')
  expect(await refusalOf('http://nowhere.test/page')).toBe('no such host')
  for (const address of ['ftp://site.test/page', 'file:///etc/passwd', 'javascript:1', 'site.test'])
    expect(await refusalOf(address), address).toBe('no web address')
  expect(await refusalOf('http://ann:secret@site.test/page')).toBe('an address with credentials')
  for (const port of [22, 3000, 8080, 27017])
    expect(await refusalOf(`http://site.test:${port}/page`)).toBe('an unusual port')
  expect(seen).toEqual([])
  expect(dialled).toEqual([])
})

it('checks each redirect like the first address, and follows five', async () => {
  const to = (address: string) => `http://site.test/to/${address}`
  expect(await refusalOf(to('http://127.0.0.1/page'))).toBe('no public host')
  expect(await refusalOf(to('http://inside.test/page'))).toBe('no public host')
  expect(await refusalOf(to('http://site.test:6379/'))).toBe('an unusual port')
  expect(await refusalOf(to('http://a:b@site.test/page'))).toBe('an address with credentials')
  expect(await refusalOf(to('file:///etc/passwd'))).toBe('no web address')
  expect(await refusalOf('http://site.test/loop')).toBe('too many redirects')
  expect(seen.filter(({ url }) => url === '/loop')).toHaveLength(6)
})

it('connects to the address that was checked, also when the name has another one the next moment', async () => {
  // One question for one connection: there is no second answer that could lead elsewhere.
  expect((await fetched('http://rebound.test/page')).body.toString()).toBe('<title>Hello</title>')
  expect(asked).toEqual({ 'rebound.test': 1 })
  expect(dialled).toEqual([PUBLIC])
  // A redirect to the same name asks again, and finds the closed address.
  asked = {}
  expect(await refusalOf('http://rebound.test/to/http://rebound.test/page')).toBe('no public host')
  expect(asked).toEqual({ 'rebound.test': 2 })
})

it('stops at its limits of size and time, and refuses other types', async () => {
  for (const path of ['/endless', '/bomb']) {
    const { body } = await fetched(`http://site.test${path}`)
    expect(body.length).toBe(MEGABYTE)
    expect(await refusalOf(`http://site.test${path}`, { beyond: 'refuse' })).toBe('too large')
  }
  expect(await refusalOf('http://site.test/missing')).toBe('status 404')
  for (const path of ['/file', '/untyped'])
    expect(await refusalOf(`http://site.test${path}`)).toBe('another type')
  expect(await refusalOf('http://site.test/odd')).toBe('an unknown encoding')
  expect(await refusalOf('http://site.test/corrupt')).toBe('a broken answer')
  // What is to be read whole needs its end.
  expect(await refusalOf('http://site.test/packed/gzip-torn', { beyond: 'refuse' })).toBe('a broken answer')
  const late = new Error('Too late')
  for (const path of ['/silent', '/slow']) {
    const end = new AbortController()
    const reading = fetched(`http://site.test${path}`, { signal: end.signal })
    await expect.poll(() => seen.at(-1)?.url).toBe(path)
    end.abort(late)
    await expect(reading).rejects.toBe(late)
  }
})

it('unpacks a page once, however small the pieces are in which it comes', async () => {
  const before = process.threadCpuUsage()
  const { body } = await fetched('http://site.test/dripping')
  const { user, system } = process.threadCpuUsage(before)
  expect(body.length).toBeGreaterThan(200_000)
  // Piece by piece it would be many seconds.
  expect((user + system) / 1e6).toBeLessThan(1.5)
})

describe('A post', () => {
  const posted = (address: string, isPlain = true) =>
    guardedPost(
      address,
      { headers: { ttl: '1' }, body: Buffer.from('sealed'), signal: AbortSignal.timeout(15_000) },
      { network: { ...network, dial: (...to) => ({ ...network.dial(...to), ...(isPlain && { isPlain }) }) } },
    )

  it('carries its headers and body, follows no redirect, and answers with the status', async () => {
    expect((await posted('https://site.test/page')).statusCode).toBe(200)
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/page' })
    expect(seen[0]!.headers).toMatchObject({ host: 'site.test', ttl: '1', 'content-length': '6' })
    const { statusCode, headers } = await posted('https://site.test/to//page')
    expect([statusCode, headers.location]).toEqual([301, '/page'])
    expect(seen).toHaveLength(2)
  })

  it('keeps its connection for the next post, and opens another where that was closed', async () => {
    const used = new Set<unknown>()
    let closed = 0
    const closeKept = ({ socket }: IncomingMessage) => {
      if (used.has(socket) && closed++ === 0) socket.resetAndDestroy()
      used.add(socket)
    }
    server.prependListener('request', closeKept)
    try {
      await until('a kept connection was closed, and another is used again', async () => {
        expect((await posted('https://kept.test/page')).statusCode).toBe(200)
        return closed > 1
      })
    } finally {
      server.off('request', closeKept)
    }
    // A reset of a new connection is no reason to post twice.
    server.prependOnceListener('request', ({ socket }) => socket.resetAndDestroy())
    await expect(posted('https://new.test/page')).rejects.toThrow('no answer')
  })

  it('does not keep the connection of an answer without end', async () => {
    const closed = new Promise<void>((resolve) => {
      server.prependOnceListener('request', (_req, res) => res.once('close', resolve))
    })
    expect((await posted('https://new.test/endless')).statusCode).toBe(200)
    await closed
  })

  it('goes to public https addresses alone', async () => {
    for (const address of [
      'http://site.test/page',
      'https://127.0.0.1/page',
      'https://inside.test/page',
      'https://mixed.test/page',
      'https://site.test:8443/page',
      'https://a:b@site.test/page',
    ])
      await expect(posted(address), address).rejects.toBeInstanceOf(ForbiddenAddress)
    expect(dialled).toEqual([])
  })

  it('uses TLS where the network is not the one of tests', async () => {
    await expect(posted('https://site.test/page', false)).rejects.toThrow('no answer')
    expect(seen).toEqual([])
  })
})
