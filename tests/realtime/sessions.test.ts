import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SessionEnd } from '#contract/events.ts'
import { runningTime } from '#tests/support/durations.ts'
import { PASSWORD, people, visitor, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { connectLive, openLive, takenFor } from '#tests/support/socket-client.ts'
import { message } from './support/scenes.ts'

let server: TestServer
let round = 0
let ann: Person
let bob: Person

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob] = await people(server, ['ann', 'bob'], `_${round}`)
})

/** The same person in another browser. */
async function elsewhere(who: Person): Promise<Person> {
  const caller = visitor(server)
  await caller.post('/auth/login', { email: who.email, password: PASSWORD })
  return { ...who, ...caller }
}

describe('[L11] A session that ends', () => {
  it('closes its own tabs within a second with the reason, and does not affect another browser', async () => {
    const phone = await elsewhere(ann)
    const [tab, otherTab, onPhone, other] = await Promise.all([
      connectLive(server, { cookie: ann.cookie() }),
      connectLive(server, { cookie: ann.cookie() }),
      connectLive(server, { cookie: phone.cookie() }),
      connectLive(server, { cookie: bob.cookie() }),
    ])
    const cookie = ann.cookie()
    const closed = Promise.all([tab.gone, otherTab.gone])
    await ann.post('/auth/logout')
    expect(await runningTime(() => closed)).toBeLessThan(1000)
    expect(tab.all('session:ended')).toEqual([{ reason: 'logout' }])
    await message(bob, phone, 'still there?')
    expect(await onPhone.next('message:created')).toBeTruthy()
    expect([onPhone.socket.connected, other.socket.connected]).toEqual([true, true])
    const again = await connectLive(server, { cookie })
    expect(takenFor(again), 'the cookie of before').toEqual([null])
    for (const live of [onPhone, other, again]) live.close()
  })

  it.each<SessionEnd>(['banned', 'reset', 'deleted'])(
    'closes all of the person when it is %s',
    async (reason) => {
      const { bus } = await import('#server/platform/bus.ts')
      const phone = await elsewhere(ann)
      const [tab, onPhone, other] = await Promise.all(
        [ann, phone, bob].map((who) => connectLive(server, { cookie: who.cookie() })),
      )
      bus.emit('session:ended', { userId: ann.id, sessionId: null, reason })
      expect(await runningTime(() => Promise.all([tab!.gone, onPhone!.gone]))).toBeLessThan(1000)
      expect([tab, onPhone].map((live) => live!.all('session:ended'))).toEqual([[{ reason }], [{ reason }]])
      expect(other!.socket.connected).toBe(true)
      other!.close()
    },
  )

  it('receives nothing from the moment of its end', async () => {
    const tab = await connectLive(server, { cookie: ann.cookie() })
    await ann.post('/auth/logout')
    await message(bob, ann, 'too late')
    await tab.gone
    expect(tab.all('message:created')).toEqual([])
  })

  it('is refused for a socket in the middle of its handshake', async () => {
    for (let n = 0; n < 10; n++) {
      const browser = await elsewhere(bob)
      const live = openLive(server, { cookie: browser.cookie() })
      const [, welcome] = await Promise.all([
        browser.post('/auth/logout'),
        Promise.race([live.next('ready'), live.gone]),
      ])
      // Accepted before the log-out, accepted as a visitor after it, or refused.
      if (typeof welcome !== 'string' && welcome.userId) await live.gone
      live.close()
    }
  })

  it('with an older epoch is refused', async () => {
    const { UserModel } = await import('#server/features/people/users/users.model.ts')
    const { forgetViewer } = await import('#server/features/people/users/viewers.service.ts')
    await UserModel.updateOne({ _id: ann.id }, { $inc: { sessionEpoch: 1, rev: 1 } })
    forgetViewer(ann.id)
    const live = await connectLive(server, { cookie: ann.cookie() })
    expect(takenFor(live)).toEqual([null])
    live.close()
  })
})
