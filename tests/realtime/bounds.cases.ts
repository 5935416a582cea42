import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { connectLive, openLive } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'
import { idOf, startBareGateway, waitingForAnswers, type BareGateway } from './support/bare-gateway.ts'
import { postView } from '#tests/support/views.ts'

let gateway: BareGateway

beforeAll(async () => {
  gateway = await startBareGateway()
})
afterAll(() => gateway?.close())

let places = 0
/** Each test uses its own addresses. */
const from = (address = `203.0.113.${(places += 1)}`) => ({ 'x-forwarded-for': address })
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const connected = () => gateway.io.of('/').sockets.size
const everybodyGone = () => until('everybody is gone', () => connected() === 0)

describe('Page views', () => {
  it('[L12] of one address are limited, over all its sockets and browsers; those of others are not affected', async () => {
    const headers = from()
    const browsers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        connectLive(gateway, { headers: { ...headers, 'user-agent': `${BROWSER} Tab/${at}` } }),
      ),
    )
    const answers = await Promise.all(
      browsers.flatMap((browser) =>
        Array.from({ length: 39 }, () => browser.send('page', { path: '/terms' })),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(300)
    expect(answers.find(({ ok }) => !ok)).toEqual({
      ok: false,
      error: expect.stringMatching(/^Too many requests\. Please try again in \d+ seconds\.$/),
    })
    const other = await connectLive(gateway, { headers: { ...from(), 'user-agent': BROWSER } })
    expect(await other.send('page', { path: '/terms' })).toEqual({ ok: true })
    for (const page of [...browsers, other]) page.close()
    await everybodyGone()
  })
})

describe('A flood', () => {
  it('[L12] of 10,000 events is disconnected, and the others are not affected', async () => {
    const [other, flooder] = await Promise.all([
      connectLive(gateway, { headers: from() }),
      connectLive(gateway, { headers: from() }),
    ])
    for (let n = 0; n < 10_000; n++) flooder.socket.emit('unwatch', {}, () => undefined)
    await flooder.gone
    expect(await other.send('unwatch', {})).toEqual({ ok: true })
    other.close()
    await everybodyGone()
  })

  it('[L12] of anything is disconnected: unknown names, other namespaces, unrequested acknowledgements', async () => {
    for (const packet of ['2["nonsense"]', '0/elsewhere,', '37[1]']) {
      const flooder = await connectLive(gateway, { headers: from() })
      for (let n = 0; n < 200; n++) flooder.socket.io.engine.write(packet)
      await flooder.gone
    }
  })

  it('of 40 events at once is allowed, and then 20 a second', async () => {
    const live = await connectLive(gateway, { headers: from() })
    const answers = await Promise.all(Array.from({ length: 38 }, () => live.send('unwatch', {})))
    expect(answers.every(({ ok }) => ok)).toBe(true)
    const began = performance.now()
    await until('the allowance has grown again', () => performance.now() - began > 1000)
    await Promise.all(Array.from({ length: 18 }, () => live.send('unwatch', {})))
    expect(live.socket.connected).toBe(true)
    live.close()
  })

  it('of one message over 16 kB is disconnected; the longest event is accepted', async () => {
    const live = await connectLive(gateway, { headers: { ...from(), 'user-agent': BROWSER } })
    const longest = '한'.repeat(LIMITS.url - 1)
    expect(await live.send('page', { path: `/${longest}`, referrer: `/${longest}` })).toEqual({ ok: true })
    live.socket.emit('page', { path: `/${'x'.repeat(16_384)}` }, () => undefined)
    await live.gone
  })
})

describe('Too many sockets', () => {
  it('of one person: the eleventh is refused, and accepted when another one has closed', async () => {
    const headers = gateway.as(idOf(1))
    const ten = await Promise.all(
      Array.from({ length: 10 }, () => connectLive(gateway, { headers: { ...headers, ...from() } })),
    )
    await expect(connectLive(gateway, { headers: { ...headers, ...from() } })).rejects.toMatchObject({
      data: { retryAfterMs: 60_000, crowded: true },
    })
    ten.pop()!.close()
    await until('it has left', () => connected() === 9)
    ten.push(await connectLive(gateway, { headers: { ...headers, ...from() } }))
    ten.forEach((live) => live.close())
    await everybodyGone()
  })

  it('of one address: the fifty-first is refused, also when all come at once; other addresses are not affected', async () => {
    const headers = from('198.51.100.1')
    const tries = await Promise.allSettled(
      Array.from({ length: 80 }, () => connectLive(gateway, { headers })),
    )
    const inside = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(inside.length).toBe(50)
    await expect(connectLive(gateway, { headers })).rejects.toThrow()
    const other = await connectLive(gateway, { headers: from('198.51.100.2') })
    inside[0]!.close()
    await until('one has left', () => connected() === 50)
    inside.push(await connectLive(gateway, { headers }))
    for (const live of [...inside, other]) live.close()
    await everybodyGone()
  })

  it('[L87] of one address: those whose clients do not answer their end count until they are gone', async () => {
    const headers = from('198.51.100.3')
    const sockets = await waitingForAnswers(gateway, () =>
      Promise.all(Array.from({ length: 50 }, () => rawSocket(headers['x-forwarded-for']))),
    )
    const ends = sockets.map((socket) => closeFrame(socket))
    for (const socket of sockets) socket.write(frame('4nonsense'))
    await Promise.all(ends)
    await expect(connectLive(gateway, { headers })).rejects.toThrow()
    for (const socket of sockets) socket.destroy()
    await until('there is room again', () =>
      connectLive(gateway, { headers }).then(
        (live) => (live.close(), true),
        () => false,
      ),
    )
    await everybodyGone()
  })

  it('of one IPv6 /64 network are counted together', async () => {
    const household = (host: number) => from(`2001:db8:7:1::${host.toString(16)}`)
    const tries = await Promise.allSettled(
      Array.from({ length: 60 }, (_, at) => connectLive(gateway, { headers: household(at + 1) })),
    )
    const inside = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(inside.length).toBe(50)
    const neighbour = await connectLive(gateway, { headers: from('2001:db8:7:2::1') })
    for (const live of [...inside, neighbour]) live.close()
    await everybodyGone()
  })

  it('are counted by the forwarded address only behind a trusted proxy', async () => {
    const { clientAddressOf } = await import('#server/platform/http/connections.ts')
    const request = (remoteAddress: string) =>
      ({ headers: { 'x-forwarded-for': '198.51.100.9' }, socket: { remoteAddress } }) as never
    expect(clientAddressOf(request('127.0.0.1'))).toBe('198.51.100.9')
    expect(clientAddressOf(request('192.0.2.1'))).toBe('192.0.2.1')
  })
})

describe('[L17] A client that does not read', () => {
  it('is disconnected before much is queued for it, and the others get everything', async () => {
    const id = idOf(77)
    const reader = await connectLive(gateway, { headers: from() })
    await reader.send('watch', { posts: [id] })
    const sleeper = await rawReader(id)
    sleeper.pause()
    await until('both are in', () => connected() === 2)
    await until('both watch', () => gateway.io.of('/').adapter.rooms.get(`post:${id}`)?.size === 2)
    const word = 'x'.repeat(20_000)
    const author = postView(id, idOf(2)).author
    let sent = 0
    while (connected() === 2 && sent < 20_000) {
      sent += 1
      gateway.bus.emit('comment:created', {
        comment: {
          id: idOf(8000 + sent),
          postId: id,
          authorId: author.id,
          author,
          text: word,
          createdAt: '',
          updatedAt: '',
          parent: null,
          poos: 0,
          rev: 1,
        },
        clientId: null,
        postAuthorId: author.id,
      })
      await reader.next('comment:created')
    }
    expect(connected()).toBe(1)
    expect(reader.all('comment:created')).toHaveLength(sent)
    sleeper.destroy()
    reader.close()
    await everybodyGone()
  })
})

/** A hand-written WebSocket client that watches a post, because a library would read automatically. */
async function rawReader(postId: string) {
  const socket = await rawSocket('203.0.113.250')
  socket.write(frame('40'))
  await new Promise((resolve) => socket.once('data', resolve))
  await until('it is in', () => connected() === 2)
  socket.write(frame(`42["watch",{"posts":["${postId}"]}]`))
  return socket
}

async function rawSocket(address: string) {
  const { port } = new URL(gateway.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Origin: ${gateway.url}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      `X-Forwarded-For: ${address}`,
      '',
      '',
    ].join('\r\n'),
  )
  await new Promise((resolve) => socket.once('data', resolve))
  return socket
}

const closeFrame = (socket: Socket) =>
  new Promise<void>((resolve) => socket.on('data', (bytes: Buffer) => bytes.includes(0x88) && resolve()))

/** One masked text frame of up to 125 bytes, with a mask of zeros. */
const frame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])

describe('[L17] Sockets that come and go', () => {
  it('leave nothing behind: no room, count or timer', async () => {
    const { adapter } = gateway.io.of('/')
    await everybodyGone()
    for (let wave = 0; wave < 5; wave++) {
      const lives = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          connectLive(gateway, { headers: { ...gateway.as(idOf(n + 1)), ...from() } }),
        ),
      )
      await Promise.all(
        lives.map((live) => live.send('watch', { posts: [idOf(500), idOf(501)], topic: 'following' })),
      )
      lives.forEach((live) => live.close())
    }
    await everybodyGone()
    await until('all rooms are gone', () => adapter.rooms.size === 0 && adapter.sids.size === 0)
  })

  it('that close during a handshake or a watch leave nothing behind either', async () => {
    const { adapter } = gateway.io.of('/')
    for (let n = 0; n < 20; n++) {
      const live = openLive(gateway, { headers: { ...gateway.as(idOf(1)), ...from() } })
      live.socket.once('connect', () => {
        live.socket.emit('watch', { posts: [idOf(600)], topic: 'following' }, () => undefined)
        live.close()
      })
      await live.gone
    }
    await everybodyGone()
    await until('all rooms are gone', () => adapter.rooms.size === 0 && adapter.sids.size === 0)
  })
})

describe('[L17] An open socket', () => {
  it("does not keep its handshake's request in memory", async () => {
    const { IncomingMessage } = await import('node:http')
    const { queryObjects } = await import('node:v8')
    const requests = () => queryObjects(IncomingMessage, { format: 'count' })
    const before = requests()
    const lives = await Promise.all(
      Array.from({ length: 40 }, () => connectLive(gateway, { headers: from('198.51.100.40') })),
    )
    // The clients in this process keep the server's answers, which are of the same class: one each.
    expect(requests() - before).toBeLessThan(lives.length + 10)
    lives.forEach((live) => live.close())
    await everybodyGone()
  })
})
