import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { befriend } from '#tests/support/insert-rows.ts'
import type { SessionView } from '#contract/account.ts'
import type { BatchView } from '#contract/batch.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { connectLive, openLive, takenFor } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'
import { comment, message, post } from './support/scenes.ts'

let server: TestServer
let ann: Person
let bob: Person

beforeAll(async () => {
  server = await startTestServer()
  ann = await person(server, 'ann')
  bob = await person(server, 'bob')
})
afterAll(() => server?.close())

describe('The handshake', () => {
  it("[L4] sends ready with the person's id, and with null for a visitor", async () => {
    const visitor = await connectLive(server)
    const live = await connectLive(server, { cookie: ann.cookie() })
    expect([takenFor(visitor), takenFor(live)]).toEqual([[null], [ann.id]])
    expect(live.all('ready')[0]).toMatchObject({ fetchInMs: expect.any(Number) })
    visitor.close()
    live.close()
  })

  it('[L4] sends ready only after all rooms are joined: what is sent from then on arrives', async () => {
    await befriend(ann, bob)
    for (let round = 0; round < 20; round++) {
      const live = openLive(server, { cookie: bob.cookie() })
      live.socket.on(
        'ready',
        () => void ann.post('/messages', { receiverId: bob.id, content: `round ${round}` }),
      )
      const { message } = await live.next(
        'message:created',
        (event) => event.message.content === `round ${round}`,
      )
      expect(message.receiverId).toBe(bob.id)
      live.close()
    }
  })

  it('[L4] says with a subscription for how long nothing has changed', async () => {
    const subject = await post(ann, 'Quiet')
    const live = await connectLive(server, { cookie: bob.cookie() })
    const quietMs = async () => {
      const answer = await live.send('watch', { posts: [subject.id] })
      return answer.ok ? (answer.quietMs ?? NaN) : NaN
    }
    await until('nothing has changed for a while', async () => (await quietMs()) > 0)
    await comment(bob, subject, 'Loud')
    expect(await quietMs()).toBe(0)
    live.close()
  })

  it('[L4] says with a subscription to the blog for how long nothing was published there', async () => {
    const king = await person(server, 'king')
    const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
    await setAdmin(king.id, true)
    const live = await connectLive(server, { cookie: king.cookie() })
    const quietMs = async () => {
      const answer = await live.send('watch', { topic: 'blog' })
      return answer.ok ? (answer.quietMs ?? NaN) : NaN
    }
    await until('nothing has changed for a while', async () => (await quietMs()) > 0)
    await king.post('/blog/posts', {
      title: 'Loud',
      slug: 'loud-handshake',
      content: 'Hear ye.',
      published: true,
    })
    expect(await quietMs()).toBe(0)
    expect(await live.send('watch', { topic: 'admin' }), 'other changes are not remembered').toEqual({
      ok: true,
    })
    live.close()
  })

  it('[L4] says with ready for how long nothing was pushed to the person, and with a profile for how long it is the same', async () => {
    const cat = await person(server, 'cat')
    const unchangedSince = async () => {
      const live = await connectLive(server, { cookie: cat.cookie() })
      const { payload } = live.heard.find(({ name }) => name === 'ready')!
      const ready = Date.now() - (payload as { quietMs: number }).quietMs
      const watched = await live.send('watch', { profile: ann.id })
      live.close()
      return { ready, profile: Date.now() - (watched.ok ? (watched.quietMs ?? NaN) : NaN) }
    }
    const quiet = () =>
      until('nothing has changed for a while', async () =>
        Object.values(await unchangedSince()).every((since) => since < Date.now() - 500),
      )
    await quiet()
    const writtenAt = Date.now()
    await message(ann, cat, 'Loud')
    expect((await unchangedSince()).ready).toBeGreaterThan(writtenAt)
    await quiet()
    const changedAt = Date.now()
    await ann.patch('/users/me', { bio: 'Louder' })
    expect((await unchangedSince()).profile).toBeGreaterThan(changedAt)
  })

  it('refuses a foreign or missing Origin', async () => {
    for (const origin of ['https://elsewhere.example', `${server.url}.elsewhere.example`, 'null', null]) {
      const live = openLive(server, { cookie: ann.cookie(), origin })
      await expect(
        new Promise((resolve) => live.socket.once('connect_error', resolve)),
        String(origin),
      ).resolves.toBeInstanceOf(Error)
      expect(live.heard).toEqual([])
      live.close()
    }
  })

  it('treats a forged or tampered cookie as a visitor', async () => {
    for (const cookie of [
      'sid=s%3Amade-up.signature',
      'sid=',
      `${ann.cookie()}x`,
      'sid=%ff',
      'sid=[object Object]',
    ]) {
      const live = await connectLive(server, { cookie })
      expect(takenFor(live), cookie).toEqual([null])
      live.close()
    }
  })

  it('[L102] takes each of a crowd for who it is, and one whose session has ended for nobody', async () => {
    const eve = await person(server, 'eve')
    const ended = eve.cookie()
    await eve.post('/auth/logout')
    const callers = [ann.cookie(), ended, bob.cookie()].map((cookie) => {
      const caller = visitor(server)
      caller.setCookie(cookie)
      return caller
    })
    const ids = [ann.id, null, bob.id]
    const crowd = Array.from({ length: 60 }, (_, at) => callers[at % 3]!)
    const lives = await Promise.all(crowd.map((caller) => connectLive(server, { cookie: caller.cookie() })))
    expect(lives.map((live) => live.all('ready')[0]!.userId)).toEqual(crowd.map((_, at) => ids[at % 3]))
    lives.forEach((live) => live.close())
    const batches = await Promise.all(
      crowd.map((caller) => caller.post<BatchView>('/batch', { reads: [{ path: '/api/auth/me' }] })),
    )
    const whose = batches.map(({ body: [part] }) => (part!.body as SessionView | undefined)?.user.id ?? null)
    expect(whose).toEqual(crowd.map((_, at) => ids[at % 3]))
  })

  it('accepts only WebSockets', async () => {
    const reply = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`)
    expect(reply.status).toBe(400)
  })
})
