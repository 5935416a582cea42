import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectLive, openLive } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'
import { idOf, startBareGateway, type BareGateway } from './support/bare-gateway.ts'

let gateway: BareGateway
const [ann, bob] = [idOf(1), idOf(2)]

beforeAll(async () => {
  gateway = await startBareGateway()
})
afterAll(() => gateway?.close())

async function checkAll(
  beforeRead = (_id: string): void => undefined,
  afterLoad = (_id: string): void => undefined,
): Promise<void> {
  const { checkSessions } = await import('#realtime/rooms/session-check.ts')
  const check = checkSessions(gateway.io, {
    readSession: async (id) => {
      beforeRead(id)
      return gateway.sessions.get(id) ?? null
    },
    loadViewer: async (id) => {
      const found = gateway.people.get(id) ?? null
      afterLoad(id)
      return found
    },
  })
  await check.checkAll()
  check.stop()
}

it('[L11] a session that ends during the handshake of its page is not taken', async () => {
  const headers = gateway.as(ann)
  const { promise, resolve } = Promise.withResolvers<void>()
  gateway.held = promise
  const live = openLive(gateway, { headers })
  await until('the session and its person are read', () => gateway.held === null)
  gateway.bus.emit('session:ended', {
    userId: ann,
    sessionId: headers['x-session'],
    reason: 'expired',
  })
  resolve()
  await live.gone
  expect(live.all('ready')).toEqual([])
  expect(live.all('session:ended')).toEqual([{ reason: 'expired' }])
})

describe('[L11] The check of all sessions', () => {
  it.each<[string, (session: string) => void]>([
    ['is gone from the store', (session) => void gateway.sessions.delete(session)],
    [
      'is of an older epoch',
      () => void gateway.people.set(ann, { ...gateway.people.get(ann)!, sessionEpoch: 1 }),
    ],
    [
      'is older than 30 days',
      (session) =>
        Object.assign(gateway.sessions.get(session)!, { startedAt: Date.now() - 31 * 24 * 3600_000 }),
    ],
    ['belongs to an account that is gone', () => void gateway.people.delete(ann)],
  ])('closes a socket whose session %s, and no other', async (_, end) => {
    gateway.people.delete(ann)
    const headers = gateway.as(ann)
    const [over, stays, visitor] = await Promise.all([
      connectLive(gateway, { headers }),
      connectLive(gateway, { headers: gateway.as(bob) }),
      connectLive(gateway),
    ])
    end(headers['x-session'])
    await checkAll()
    await over.gone
    expect(over.all('session:ended')).toEqual([{ reason: 'expired' }])
    expect([stays.socket.connected, visitor.socket.connected]).toEqual([true, true])
    stays.close()
    visitor.close()
  })

  it('leaves a socket open whose session was being renewed at that moment', async () => {
    const headers = gateway.as(bob)
    const live = await connectLive(gateway, { headers })
    const { io, sessions } = gateway
    const socket = [...io.of('/').sockets.values()].find(({ data }) => data.userId === bob)!
    await checkAll((id) => {
      if (id !== headers['x-session']) return
      sessions.set('renewed', sessions.get(id)!)
      sessions.delete(id)
      socket.data.sessionId = 'renewed'
    })
    expect(socket.connected).toBe(true)
    live.close()
  })

  it("corrects each person's hidden people", async () => {
    const { createHiddenPeople } = await import('#realtime/rooms/hidden-people.ts')
    const { blocked } = createHiddenPeople(gateway.io)
    const live = await connectLive(gateway, { headers: gateway.as(bob) })
    gateway.people.set(bob, { ...gateway.people.get(bob)!, blocked: new Set([idOf(7)]) })
    await checkAll()
    expect([blocked.has(bob, idOf(7)), blocked.sizeOf(bob)]).toEqual([true, 1])
    gateway.people.set(bob, { ...gateway.people.get(bob)!, blocked: new Set() })
    await checkAll()
    expect(blocked.sizeOf(bob)).toBe(0)
    live.close()
  })

  it('[L19] reads each person once, and keeps somebody hidden whose block began meanwhile', async () => {
    const { createHiddenPeople } = await import('#realtime/rooms/hidden-people.ts')
    const { blocked } = createHiddenPeople(gateway.io)
    const live = await connectLive(gateway, { headers: gateway.as(bob) })
    const hiddenAfterEachRead: boolean[] = []
    await checkAll(
      undefined,
      (id) => void (id === bob && hiddenAfterEachRead.push(blocked.has(bob, idOf(7)))),
    )
    expect(hiddenAfterEachRead).toEqual([false])
    await checkAll(undefined, (id) => {
      if (id === bob) hiddenAfterEachRead.push(blocked.has(bob, idOf(7)))
      if (id !== bob || hiddenAfterEachRead.length !== 2) return
      gateway.people.set(bob, { ...gateway.people.get(bob)!, blocked: new Set([idOf(7)]) })
      gateway.bus.emit('relation:changed', { userId: idOf(7), otherId: bob, hidden: true, kind: 'block' })
    })
    expect(blocked.has(bob, idOf(7))).toBe(true)
    expect(hiddenAfterEachRead.slice(2)).toEqual([true])
    gateway.people.delete(bob)
    live.close()
  })
})
