import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectTo, requestText } from '#tests/support/raw-http.ts'
import { until } from '#tests/support/until.ts'
import { startBareGateway, waitingForAnswers, type BareGateway } from './support/bare-gateway.ts'

let gateway: BareGateway
beforeAll(async () => {
  gateway = await startBareGateway()
})
afterAll(() => gateway?.close())

const [CONTINUATION, TEXT, END, PING, PONG] = [0x0, 0x1, 0x8, 0x9, 0xa]
const LAST = 0x80

/** A masked frame of up to 125 bytes, with a mask of zeros. */
const frame = (text: string, first = LAST | TEXT): Buffer =>
  Buffer.concat([Buffer.from([first, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])

/** A message in so many frames. */
const inPieces = (text: string, pieces: number): Buffer =>
  Buffer.concat([
    frame(text, TEXT),
    ...Array.from({ length: pieces - 2 }, () => frame('', CONTINUATION)),
    frame('', LAST | CONTINUATION),
  ])

const UPGRADE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
}
const at = (sid?: string) => `/socket.io/?EIO=4&transport=websocket${sid === undefined ? '' : `&sid=${sid}`}`

interface RawPage {
  socket: Socket
  /** What the server has sent. */
  got(): string
  /** Packets that the server has handled. */
  handled(): number
  /** The id of the connection. */
  sid: string
}

/** A hand-written WebSocket client that is connected. It never answers that the server closes the connection. */
async function openRaw(socket = connectTo(gateway)): Promise<RawPage> {
  let handled = 0
  gateway.io.engine.once('connection', (connection: { on(name: string, listener: () => void): void }) =>
    connection.on('data', () => (handled += 1)),
  )
  let got = ''
  socket.on('data', (bytes) => (got += bytes.toString('latin1')))
  socket.write(requestText(gateway, at(), { Origin: gateway.url, ...UPGRADE }))
  await until('it is open', () => got.includes('"sid"'))
  socket.write(frame('40'))
  await until('it is in', () => got.includes('["ready"'))
  return { socket, got: () => got, handled: () => handled, sid: /"sid":"([^"]+)"/.exec(got)![1]! }
}

const CLOSE = '\x88'
/** The server has ended the connection, or has said why it does. */
const closed = ({ socket, got }: RawPage) =>
  until('it is closed', () => socket.destroyed || socket.readableEnded || got().includes(CLOSE))

test.each([
  ['pings', PING],
  ['pongs', PONG],
])('[L12] A flood of %s of the WebSocket itself is disconnected', async (_name, kind) => {
  const page = await openRaw()
  page.socket.write(Buffer.concat(Array.from({ length: 35 }, () => frame('', LAST | kind))))
  page.socket.write(frame('420["unwatch",{}]'))
  await until('the event is answered', () => page.got().includes('430[{"ok":true}]'))
  page.socket.write(Buffer.concat(Array.from({ length: 100 }, () => frame('', LAST | kind))))
  await closed(page)
})

test('[L12] Of thousands of packets that arrive together, those above the limit are not handled', async () => {
  const page = await openRaw()
  const before = page.handled()
  page.socket.write(Buffer.concat(Array.from({ length: 3_000 }, () => frame('42["nonsense"]'))))
  await closed(page)
  expect(page.handled() - before).toBeLessThan(60)
})

test('A message in a few frames is answered, one in very many is disconnected', async () => {
  const page = await openRaw()
  page.socket.write(inPieces('420["unwatch",{}]', 16))
  await until('the event is answered', () => page.got().includes('430[{"ok":true}]'))
  page.socket.write(inPieces('421["unwatch",{}]', 17))
  await closed(page)
  expect(page.got()).not.toContain('431[')
})

test('What no page sends is disconnected: very many parts, bytes, compressed frames, frames without a mask', async () => {
  const list = Buffer.from(`42["watch",{"posts":[${'1,'.repeat(6_000)}1]}]`)
  const long = Buffer.concat([
    Buffer.from([LAST | TEXT, 0xfe, list.length >> 8, list.length & 255, 0, 0, 0, 0]),
    list,
  ])
  for (const bytes of [
    long,
    frame('bytes', LAST | 0x2),
    frame('42["unwatch",{}]', LAST | 0x40 | TEXT),
    Buffer.from([LAST | TEXT, 2, 0x34, 0x30]),
    frame('451000000-["unwatch",{"_placeholder":true,"num":0}]'),
  ]) {
    const page = await openRaw()
    page.socket.write(bytes)
    await closed(page)
  }
})

test('Nobody gets a second transport for an open connection: each request is answered and nothing stays open', async () => {
  const page = await openRaw()
  for (const headers of [{}, UPGRADE]) {
    const second = connectTo(gateway)
    let answer = ''
    second.on('data', (bytes) => (answer += bytes.toString('latin1')))
    second.write(requestText(gateway, at(page.sid), { Origin: gateway.url, ...headers }))
    await until('it is answered', () => answer.includes('\r\n\r\n'))
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    second.destroy()
  }
  page.socket.write(frame('420["unwatch",{}]'))
  await until('the first one still works', () => page.got().includes('430[{"ok":true}]'))
  page.socket.destroy()
})

/** A client that never closes its own side. */
function holdOpen() {
  const socket = connect({ port: Number(new URL(gateway.url).port), host: '127.0.0.1', allowHalfOpen: true })
  return socket.on('error', () => socket.destroy())
}
/** Only who writes learns that the other side is gone. Too few bytes to be a flood. */
function cut(socket: Socket): Promise<void> {
  let writtenAt = 0
  return until(
    'the connection is cut',
    () => {
      if (!socket.destroyed && performance.now() - writtenAt > 500) {
        writtenAt = performance.now()
        socket.write(frame('', LAST | PONG))
      }
      return socket.destroyed
    },
    15_000,
  )
}

test.each([
  ['does not answer the end of its connection', '4nonsense', TEXT],
  ['ends its connection and keeps it open', '', END],
])('[L87] A client that %s is cut off soon', async (_name, text, kind) => {
  const page = await openRaw(holdOpen())
  page.socket.write(frame(text, LAST | kind))
  await closed(page)
  await cut(page.socket)
})

test('[L87] What a client sends after the end of its connection counts', async () => {
  const page = await waitingForAnswers(gateway, () => openRaw(holdOpen()))
  page.socket.write(frame('4nonsense'))
  await closed(page)
  page.socket.write(Buffer.concat(Array.from({ length: 100 }, () => frame('42["nonsense"]'))))
  await cut(page.socket)
})

test.each(['websocket', 'h2c'])(
  'A request for %s at another path is answered as any other',
  async (protocol) => {
    const socket = holdOpen()
    let got = ''
    socket.on('data', (bytes) => (got += bytes.toString('latin1')))
    socket.write(requestText(gateway, '/elsewhere', { ...UPGRADE, Upgrade: protocol }))
    await until('it is answered', () => got.includes('answered'))
    expect(got).toMatch(/^HTTP\/1\.1 200 /)
  },
)
