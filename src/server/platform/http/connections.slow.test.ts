import { once } from 'node:events'
import { Agent, createServer, request, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectTo, openDescriptors, requestText, sendAndLeave } from '#tests/support/raw-http.ts'
import { until } from '#tests/support/until.ts'

// Settings are read once a process: one address of this machine stands for a proxy, another for a client
// without one.
vi.hoisted(() => (process.env['TRUST_PROXY'] = '127.0.0.2'))
const { boundConnections, guardRequests } = await import('./connections.ts')
const { allowLongBody, promptBodies } = await import('./body.ts')
const { staticFiles } = await import('./static-files.ts')

const PUBLIC = path.resolve(import.meta.dirname, '../../../client/public')
const MAX_CONNECTIONS = 25
// Long enough that a test process which stands still for a moment is in time all the same.
const DRAIN_MS = 1000
const BODY_MS = 1200
const STALLED_MS = 4000
const LARGE = Buffer.alloc(20_000_000)

let http: Server
let site: { url: string }
/** Ends the answer of /unended, whose bytes are all sent. */
let endAnswer: () => void

beforeAll(async () => {
  const app = express()
  app.use(promptBodies(BODY_MS))
  app.use('/api/media/upload', allowLongBody)
  app.post(
    ['/read', '/api/media/upload'],
    express.json(),
    (req, res) => void res.send(JSON.stringify(req.body)),
  )
  app.post('/early', (_req, res) => void res.status(401).send('Log in first'))
  app.get('/late', (_req, res) => void setImmediate(() => res.send('late')))
  app.get('/unended', (_req, res) => {
    res.set('Content-Length', '5').write('whole')
    endAnswer = () => void res.end()
  })
  app.get('/large', (_req, res) => void res.send(LARGE))
  app.get('/after-long', (_req, res) => void setTimeout(() => res.send('at last'), 1.2 * STALLED_MS))
  app.use(staticFiles(PUBLIC))
  http = createServer(app)
  guardRequests(http, { drainMs: DRAIN_MS, stalledMs: STALLED_MS })
  boundConnections(http, MAX_CONNECTIONS)
  await once(http.listen(0, '127.0.0.1'), 'listening')
  site = { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }
})
afterAll(async () => {
  http.closeAllConnections()
  await once(http.close(), 'close')
})

const filesOpen = () => openDescriptors(process.pid).filter((place) => place.startsWith(PUBLIC))
const noConnectionLeft = () => until('no connection is left', async () => (await count()) === 0)
const count = () =>
  new Promise<number>((resolve, reject) =>
    http.getConnections((error, many) => (error ? reject(error) : resolve(many))),
  )
/** A reset by the other side is a way to close. */
const closed = (socket: Socket) => new Promise<void>((resolve) => void socket.once('close', () => resolve()))
const port = () => Number(new URL(site.url).port)

describe('A client that does not read its response', () => {
  test('is disconnected when no byte has moved for the time limit, and its file is closed', async () => {
    const before = filesOpen().length
    const sockets = Array.from({ length: 5 }, () => connectTo(site).pause())
    for (const socket of sockets) socket.write(requestText(site, '/large'))
    const begun = performance.now()
    await until('the requests have arrived', async () => (await count()) >= 5)
    await noConnectionLeft()
    // Node's own limit counts twice where a part of the last piece was sent.
    expect(performance.now() - begun).toBeLessThan(1.95 * STALLED_MS)
    expect(filesOpen().length).toBe(before)
    for (const socket of sockets) socket.destroy()
  })

  test('receives all of it when it reads slowly', async () => {
    const socket = connectTo(site)
    socket.write(requestText(site, '/large'))
    let received = 0
    const begun = performance.now()
    socket.on('data', (piece: Buffer) => {
      received += piece.length
      // Pauses are much shorter than the limit, and all of it takes longer than the limit.
      if (performance.now() - begun > 1.3 * STALLED_MS) return
      socket.pause()
      setTimeout(() => socket.resume(), STALLED_MS / 25)
    })
    await until('all of it has arrived', () => received > LARGE.length)
    expect(performance.now() - begun).toBeGreaterThan(1.3 * STALLED_MS)
    socket.destroy()
  })

  test('is not taken for one while the server still prepares the response', async () => {
    expect(await (await fetch(`${site.url}/after-long`)).text()).toBe('at last')
  })
})

describe('A connection that pipelines requests', () => {
  test('is closed, and 20 of them with 30 requests for a file leave no descriptor open', async () => {
    const requests = requestText(site, '/icon-512.png').repeat(30)
    await Promise.all(Array.from({ length: 20 }, (_, at) => sendAndLeave(site, requests, { after: at % 4 })))
    await noConnectionLeft()
    await until('every file is closed', () => filesOpen().length === 0)
    const socket = connectTo(site).resume()
    socket.write(requestText(site, '/late').repeat(2))
    await closed(socket)
  })

  test('stays open when it sends the next request after the answer: 50 go through the same connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = new Set<number>()
    for (let at = 0; at < 50; at += 1) {
      const sent = request(`${site.url}/${at % 2 ? 'late' : 'icon-512.png'}`, { agent }).end()
      const [answer] = (await once(sent, 'response')) as [
        NodeJS.ReadableStream & { statusCode: number; socket: Socket },
      ]
      ports.add(answer.socket.localPort!)
      await once(answer.resume(), 'end')
      expect(answer.statusCode).toBe(200)
    }
    expect(ports.size).toBe(1)
    agent.destroy()
  })

  test('stays open when the client has the whole answer before the server has ended it', async () => {
    const socket = connectTo(site)
    let heard = ''
    socket.on('data', (bytes: Buffer) => void (heard += bytes.toString('latin1')))
    socket.write(requestText(site, '/unended'))
    await until('the answer is there', () => heard.endsWith('whole'))
    socket.write(requestText(site, '/late'))
    // The server has the request, and has not closed the connection for it.
    await until('the request arrived', () => socket.bytesWritten > 0 && socket.writableLength === 0)
    const again = connectTo(site)
    again.write(requestText(site, '/late'))
    await once(again, 'data')
    again.destroy()
    expect(heard.endsWith('whole')).toBe(true)
    endAnswer()
    await until('the next answer is there', () => heard.endsWith('late'))
    socket.destroy()
  })

  test('is closed when it sends two more requests before the answer has ended', async () => {
    const socket = connectTo(site).resume()
    socket.write(requestText(site, '/unended'))
    await once(socket, 'data')
    socket.write(requestText(site, '/late').repeat(2))
    await closed(socket)
  })

  test("stays open when it waits for '100 Continue' before its body", async () => {
    const sent = request(`${site.url}/early`, {
      method: 'POST',
      headers: { Expect: '100-continue', 'Content-Length': 5 },
    })
    const [notificationsOf, answered] = [once(sent, 'continue'), once(sent, 'response')]
    sent.flushHeaders()
    await notificationsOf
    sent.end('hello')
    const [answer] = (await answered) as [NodeJS.ReadableStream & { statusCode: number }]
    await once(answer.resume(), 'end')
    expect(answer.statusCode).toBe(401)
  })
})

describe('A body that continues after its answer', () => {
  test.each([
    ['a call that is refused', 'POST', '/early', '401'],
    ['a file', 'GET', '/icon-512.png', '200'],
    ['a call that has no body', 'GET', '/late', '200'],
  ])(
    'of %s is read for a while, and then the connection is closed',
    async (_what, method, address, status) => {
      const socket = connect(port(), '127.0.0.1')
      let heard = ''
      socket
        .on('data', (bytes: Buffer) => void (heard += bytes.toString('latin1').slice(0, 20)))
        .on('error', () => socket.destroy())
      socket.write(requestText(site, address, { 'Content-Length': '100000' }, method))
      const drip = setInterval(() => socket.write('x'), 20)
      await closed(socket)
      clearInterval(drip)
      expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status}`))
    },
  )

  test('is read to its end if it ends in time, and the connection stays', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const answered = async (body: string) => {
      const sent = request(`${site.url}/early`, { agent, method: 'POST' })
      sent.flushHeaders()
      sent.end(body)
      const [answer] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { socket: Socket }]
      const { localPort } = answer.socket
      await once(answer.resume(), 'end')
      return localPort
    }
    const connected = once(http, 'connection')
    const long = 'x'.repeat(200_000)
    const first = await answered(long)
    const [socket] = (await connected) as [Socket]
    expect(await answered('again')).toBe(first)
    // A kept connection holds nothing of its earlier requests.
    const listeners = socket.listenerCount('close')
    for (let time = 0; time < 3; time += 1) expect(await answered(long)).toBe(first)
    expect(await answered('again')).toBe(first)
    await until('its listeners are gone', async () => socket.listenerCount('close') === listeners)
    agent.destroy()
  })
})

describe('A body that comes one byte at a time', () => {
  /**
   * Sends the start of a JSON body and then a blank every 20 ms for `ms`; a body that lasts so long is ended
   * in order.
   */
  const drip = async (address: string, ms: number) => {
    const socket = connect(port(), '127.0.0.1').on('error', () => undefined)
    let heard = ''
    socket.on('data', (bytes: Buffer) => void (heard += bytes.toString('latin1')))
    const blanks = ' '.repeat(Math.round(ms / 20))
    socket.write(
      `${requestText(site, address, { 'Content-Type': 'application/json', 'Content-Length': String(blanks.length + 2), Connection: 'close' }, 'POST')}{`,
    )
    const sending = setInterval(() => {
      sent += 1
      socket.write(sent > blanks.length ? '}' : ' ')
      if (sent > blanks.length) clearInterval(sending)
    }, 20)
    let sent = 0
    await closed(socket)
    clearInterval(sending)
    return { heard, sent, whole: blanks.length }
  }

  test('is closed at its deadline without an answer', async () => {
    const { heard, sent, whole } = await drip('/read', BODY_MS * 4)
    expect(heard).toBe('')
    expect(sent).toBeLessThan(whole)
  })

  test.each([
    ['is in time', '/read', BODY_MS / 12],
    ['belongs to an upload', '/api/media/upload', BODY_MS * 1.5],
  ])('is read to its end if it %s', async (_why, address, ms) => {
    const { heard } = await drip(address, ms)
    expect(heard).toMatch(/^HTTP\/1\.1 200[^]*\{\}$/)
  })
})

describe('Connections of one address', () => {
  const opened = async (many: number, localAddress: string): Promise<Socket[]> => {
    const sockets = Array.from({ length: many }, () =>
      connect({ port: port(), host: '127.0.0.1', localAddress }).on('error', () => undefined),
    )
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    return sockets
  }
  const leave = async (sockets: Socket[]) => {
    sockets.forEach((socket) => socket.destroy())
    await noConnectionLeft()
  }

  test('are limited; other addresses are not affected, and a closed one makes room', async () => {
    await noConnectionLeft()
    const full = await opened(MAX_CONNECTIONS, '127.0.0.3')
    await until('all are in', async () => (await count()) === MAX_CONNECTIONS)
    const [oneMore] = await opened(1, '127.0.0.3')
    await closed(oneMore!.resume())
    const [other] = await opened(1, '127.0.0.4')
    other!.write(requestText(site, '/late'))
    await once(other!, 'data')
    other!.destroy()
    full.pop()!.destroy()
    await until('one has left', async () => (await count()) === MAX_CONNECTIONS - 1)
    const [again] = await opened(1, '127.0.0.3')
    again!.write(requestText(site, '/late'))
    await once(again!, 'data')
    await leave([...full, again!])
  })

  test('are not limited for a trusted proxy', async () => {
    const many = await opened(MAX_CONNECTIONS + 5, '127.0.0.2')
    await until('all are in', async () => (await count()) === MAX_CONNECTIONS + 5)
    await leave(many)
  })
})
