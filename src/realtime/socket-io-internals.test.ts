import { createServer, type Server as HttpServer } from 'node:http'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { Redis } from 'ioredis'
import { Server } from 'socket.io'
import { io as connect, type Socket as ClientSocket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  afterEachRead,
  encodeEvent,
  excludeByRule,
  forgetRequest,
  ignorePublishErrors,
  onBroadcast,
  provideReaders,
  rememberUpgrade,
  shortenWrites,
  terminate,
  waitingBytes,
  waitingCount,
  writeFrames,
} from './socket-io-internals.ts'
import type { LiveServer, LiveSocket } from './sockets.ts'

/** The versions whose internals were read when socket-io-internals.ts was written. */
const KNOWN = {
  'socket.io': '4.8.',
  'socket.io-adapter': '2.5.',
  'engine.io': '6.6.',
  ws: '8.',
  ioredis: '6.0.',
  '@socket.io/redis-streams-adapter': '0.3.',
}

const hint = (name: string, known: string): string =>
  `socket-io-internals.ts was written for ${name} ${known}x: compare what it uses with the new version, then change this line`

const packages = path.resolve(import.meta.dirname, '../../node_modules')

it.each(Object.entries(KNOWN))('%s is a version whose internals we know: %sx', (name, known) => {
  const { version } = JSON.parse(readFileSync(path.join(packages, name, 'package.json'), 'utf8')) as {
    version: string
  }
  expect(version.startsWith(known), `${hint(name, known)}. Installed: ${version}`).toBe(true)
})

describe('On a connection of the installed version', () => {
  let http: HttpServer
  let io: LiveServer
  let page: ClientSocket
  let socket: LiveSocket

  beforeAll(async () => {
    http = createServer().listen(0)
    await once(http, 'listening')
    io = new Server(http, { transports: ['websocket'], perMessageDeflate: false })
    io.engine.use(rememberUpgrade)
    shortenWrites(io)
    const connected = new Promise<LiveSocket>((resolve) => io.once('connection', resolve))
    const { port } = http.address() as AddressInfo
    page = connect(`http://localhost:${port}`, { transports: ['websocket'] })
    socket = await connected
  })
  afterAll(async () => {
    page.close()
    await io.close()
  })

  it('an event that is encoded once reaches the page by each write', async () => {
    const got: unknown[] = []
    page.on('presence', (event) => got.push(event))
    const event = { userId: 'ann', online: true }
    const frames = encodeEvent(io, 'presence', event)
    writeFrames(socket, frames)
    writeFrames(socket, frames)
    await expect.poll(() => got).toEqual([event, event])
  })

  it('the rooms of each event that is sent to rooms are known, also of empty ones, but not of volatile events', () => {
    const heard: (readonly string[])[] = []
    onBroadcast(io, (rooms) => heard.push(rooms))
    const event = { userId: 'ann', online: true }
    io.to(['user:ann', 'user:bob']).emit('presence', event)
    io.to('user:ann').volatile.emit('presence', event)
    expect(heard).toEqual([['user:ann', 'user:bob']])
  })

  it('a rule excludes sockets from events that name them in `except`, and from no others', async () => {
    const asked: string[][] = []
    excludeByRule(io, (except) => {
      asked.push([...except])
      return except.has('muted:ann') ? (id) => id === socket.id : null
    })
    const got: unknown[] = []
    page.on('typing', (event) => got.push(event))
    void socket.join('user:cat')
    const event = (userId: string) => ({ conversationId: 'c', userId, until: '' })
    io.to('user:cat').except('muted:ann').emit('typing', event('excluded'))
    io.to('user:cat').except('muted:bob').emit('typing', event('somebody else'))
    io.to('user:cat').emit('typing', event('everybody'))
    await expect.poll(() => got).toEqual([event('somebody else'), event('everybody')])
    expect(asked).toEqual([['muted:ann'], ['muted:bob']])
  })

  it('the queue is counted in packets, and in bytes of frames that were encoded before', async () => {
    expect(waitingBytes(socket.conn)).toBe(0)
    fillStream('presence')
    const before = waitingBytes(socket.conn)
    writeFrames(socket, encodeEvent(io, 'presence', { userId: 'x'.repeat(1000), online: true }))
    expect(waitingCount(socket.conn)).toBe(2)
    expect(waitingBytes(socket.conn) - before).toBeGreaterThan(1000)
    await expect.poll(() => waitingBytes(socket.conn)).toBe(0)
    expect(waitingCount(socket.conn)).toBe(0)
    // What the server has handed over may still be under way; the next test must not receive it.
    const last = new Promise((resolve) => void page.once('typing', resolve))
    socket.emit('typing', { conversationId: 'c', userId: 'last', until: '' })
    await last
  })

  it('events reach the page in order, whether they take the queue or not', async () => {
    const got: string[] = []
    void socket.join('user:dan')
    page.on('presence', ({ userId }: { userId: string }) => got.push(userId.slice(0, 20)))
    page.on('typing', ({ userId }: { userId: string }) => got.push(userId))
    const sent: string[] = []
    const typing = (userId: string) => ({ conversationId: 'c', userId, until: '' })
    const both = (round: string) => {
      writeFrames(socket, encodeEvent(io, 'presence', { userId: `${round} frame`, online: true }))
      socket.emit('typing', typing(`${round} event`))
      io.to('user:dan').emit('typing', typing(`${round} broadcast`))
      sent.push(`${round} frame`, `${round} event`, `${round} broadcast`)
    }
    both('idle')
    both('at once')
    await expect.poll(() => waitingCount(socket.conn)).toBe(0)
    sent.push(...fillStream('presence').map((userId) => userId.slice(0, 20)))
    both('full')
    await expect.poll(() => waitingBytes(socket.conn)).toBe(0)
    both('idle again')
    await expect.poll(() => got.length).toBe(sent.length)
    expect(got).toEqual(sent)
  })

  /** Writes until the client does not keep up, and one packet waits in the queue. */
  function fillStream(name: 'presence'): string[] {
    const sent: string[] = []
    while (waitingCount(socket.conn) === 0 && sent.length < 10_000) {
      const userId = `${sent.length} `.padEnd(100_000, 'x')
      writeFrames(socket, encodeEvent(io, name, { userId, online: true }))
      sent.push(userId)
    }
    expect(waitingCount(socket.conn)).toBe(1)
    return sent
  }

  it('every incoming and outgoing packet is announced', async () => {
    const seen: string[] = []
    socket.conn.on('packet', () => seen.push('packet')).on('packetCreate', () => seen.push('packetCreate'))
    page.emit('anything')
    socket.emit('presence', { userId: 'bob', online: false })
    await expect.poll(() => [...new Set(seen)].sort()).toEqual(['packet', 'packetCreate'])
  })

  it('a released request is no longer referenced, and the connection still works', async () => {
    expect(socket.request).toBe(socket.conn.request)
    forgetRequest(socket)
    expect(socket.conn.request).toBeNull()
    expect(socket.handshake).toEqual({})
    const answered = socket.timeout(5_000).emitWithAck('echo', { at: 'now' })
    page.once('echo', (_: unknown, answer: () => void) => answer())
    await answered
  })

  it('a terminated connection is closed at once', async () => {
    const closed = new Promise((resolve) => page.io.engine.once('close', resolve))
    terminate(socket.conn)
    await closed
    expect(socket.connected).toBe(false)
  })
})

describe('The Redis adapter of the installed version', () => {
  /** Notes what the adapter asks of Redis. */
  function recordingClient(calls: unknown[][]): Redis {
    const client = {
      options: {},
      status: 'ready',
      on: () => client,
      disconnect: () => undefined,
      duplicate: () => {
        throw new Error('the adapter opens its own connections')
      },
      subscribe: async () => undefined,
      publish: async (...args: unknown[]) => {
        calls.push(['publish', ...args])
        throw new Error('away')
      },
      xread: (...args: unknown[]) => {
        calls.push(['xread', ...args])
        return new Promise(() => undefined)
      },
    }
    return client as unknown as Redis
  }

  it('opens its readers with `duplicate` at once, and passes the position to continue from as the last argument', async () => {
    const calls: unknown[][] = []
    let opened = 0
    const redis = recordingClient(calls)
    provideReaders(redis, () => {
      opened += 1
      const reader = recordingClient(calls)
      afterEachRead(reader, () => undefined)
      return reader
    })
    createAdapter(redis, { streamName: 'a-stream', readCount: 100, blockTimeInMs: 1_000 })
    expect(opened, hint('the adapter', KNOWN['@socket.io/redis-streams-adapter'])).toBe(2)
    await expect
      .poll(() => calls)
      .toEqual([['xread', 'BLOCK', 1_000, 'COUNT', 100, 'STREAMS', 'a-stream', '$']])
  })

  it('survives a failed publish', async () => {
    const redis = recordingClient([])
    ignorePublishErrors(redis)
    await expect(redis.publish('a', 'b')).resolves.toBe(0)
  })

  it('reports for each read its position and its number of entries', async () => {
    const redis = recordingClient([])
    const reply = [['a-stream', [['5-0', ['k', 'v']]]]]
    redis.xread = (async () => reply) as never
    const seen: unknown[] = []
    afterEachRead(redis, (...args) => void seen.push(args))
    expect(await redis.xread('COUNT', 1, 'STREAMS', 'a-stream', '4-0')).toBe(reply)
    expect(seen).toEqual([['4-0', 1]])
  })
})
