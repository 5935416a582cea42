import { createServer, type Server as HttpServer } from 'node:http'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Server } from 'socket.io'
import { io as connect, type Socket as ClientSocket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  forgetRequest,
  rememberUpgrade,
  shortenWrites,
  terminate,
  waitingBytes,
  waitingCount,
} from './socket-io-internals.ts'
import type { LiveServer, LiveSocket } from './sockets.ts'

/** The versions whose internals were read when socket-io-internals.ts was written. */
const KNOWN = {
  'socket.io': '4.8.',
  'socket.io-adapter': '2.5.',
  'engine.io': '6.6.',
  ws: '8.',
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

  it('the queue is counted in packets, and in bytes of frames that were encoded before', async () => {
    expect(waitingBytes(socket.conn)).toBe(0)
    fillStream('presence')
    const before = waitingBytes(socket.conn)
    io.to(socket.id).emit('presence', { userId: 'x'.repeat(1000), online: true })
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
      io.to(socket.id).emit('presence', { userId: `${round} frame`, online: true })
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
      io.to(socket.id).emit(name, { userId, online: true })
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
