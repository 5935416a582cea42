import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLIENT_EVENTS } from '#contract/events.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { connectLive, type LiveClient } from '#tests/support/socket-client.ts'
import { message } from './support/scenes.ts'

let server: TestServer
let ann: Person
let live: LiveClient
let conversationId: string

beforeAll(async () => {
  server = await startTestServer()
  ann = await person(server, 'ann')
  const bob = await person(server, 'bob')
  conversationId = (await message(ann, bob, 'hello')).conversationId
  live = await connectLive(server, { cookie: ann.cookie() })
})
afterAll(async () => {
  live?.close()
  await server?.close()
})

const NO_SENSE = { ok: false, error: 'We do not understand that request.' }
const deep = () => JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`) as object

describe('[L12] A client event', () => {
  it.each(Object.keys(CLIENT_EVENTS))(
    '%s with a payload that is none gets an error acknowledgement',
    async (name) => {
      const payloads = [
        null,
        undefined,
        1,
        'text',
        true,
        [],
        [[]],
        { extra: 1 },
        { posts: 'all' },
        { posts: [{ $ne: null }] },
        { topic: {} },
        { path: 7 },
        { conversationId: { $gt: '' } },
        { path: 'no slash' },
        { path: `/${'x'.repeat(3000)}` },
        { posts: Array.from({ length: 101 }, () => 'a'.repeat(24)) },
        { posts: ['zzz'] },
        deep(),
        { category: 'post', label: 'sign up' },
        { category: '__proto__', label: 'react' },
        { category: 'post', label: 'react', post: 'a'.repeat(24) },
      ]
      for (const payload of payloads) {
        expect((await live.send(name, payload)).ok, `${name} ${JSON.stringify(payload)?.slice(0, 80)}`).toBe(
          false,
        )
      }
      expect(await live.send(name), 'no payload').toEqual(NO_SENSE)
      expect(await live.send(name, {}, {}), 'two payloads').toEqual(NO_SENSE)
    },
  )

  it('with a valid payload gets an ok, from everybody', async () => {
    const visitor = await connectLive(server)
    for (const one of [live, visitor]) {
      expect(await one.send('watch', { posts: ['a'.repeat(24)] })).toMatchObject({ ok: true })
      expect(await one.send('unwatch', {})).toEqual({ ok: true })
      expect(await one.send('page', { path: '/feed' })).toEqual({ ok: true })
      expect(await one.send('event', { category: 'post', label: 'react' })).toEqual({ ok: true })
      expect(await one.send('sit', { throne: 'a'.repeat(24), counted: true })).toEqual({ ok: true })
      expect(await one.send('sit', { throne: null, counted: false })).toEqual({ ok: true })
    }
    expect(await live.send('typing', { conversationId })).toEqual({ ok: true })
    expect(await live.send('attention', { about: conversationId, kind: 'asks' })).toEqual({ ok: true })
    visitor.close()
  })

  it('with an unknown name is ignored, with an error acknowledgement if one was requested', async () => {
    for (const name of [
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      'error',
      'ready',
      'post:created',
      'session:ended',
      '',
      'x'.repeat(1000),
      'watch ',
    ]) {
      expect(await live.send(name, { posts: [] }), name).toEqual(NO_SENSE)
      live.socket.emit(name as 'watch', {}, undefined as never)
    }
    expect(await live.send('unwatch', {})).toEqual({ ok: true })
  })

  it('whose name is a number is refused, and one whose name is an object ends only that connection', async () => {
    const other = await connectLive(server)
    expect(await other.send(7 as never, {})).toEqual(NO_SENSE)
    other.socket.io.engine.write(`42${JSON.stringify([{ evil: true }, {}])}`)
    await other.gone
    expect(await live.send('unwatch', {})).toEqual({ ok: true })
  })

  it('that is not Socket.IO ends only that connection', async () => {
    for (const garbage of [
      '42',
      '4',
      '42[',
      '42["watch"',
      '49["x"]',
      '4999999',
      '451-["watch",{"_placeholder":true,"num":7}]',
      '42/admin,["watch",{}]',
      '40/__proto__,',
      '4\u0000',
    ]) {
      const other = await connectLive(server)
      other.socket.io.engine.write(garbage.slice(1))
      other.socket.io.engine.write('2["unwatch",{}]')
      other.close()
    }
    expect(await live.send('unwatch', {})).toEqual({ ok: true })
  })

  it.each([Buffer.from('binary'), { posts: Buffer.from('binary') }])(
    'with bytes ends only that connection: %s',
    async (payload) => {
      const other = await connectLive(server)
      other.socket.emit('watch', payload as never, undefined as never)
      await other.gone
      expect(await live.send('unwatch', {})).toEqual({ ok: true })
    },
  )

  it('without an acknowledgement takes effect, and does no harm when it is invalid', async () => {
    for (const bad of [null, {}, { conversationId: 'zzz' }])
      live.socket.emit('typing', bad as never, undefined as never)
    live.socket.emit('watch', { posts: ['b'.repeat(24)] }, undefined as never)
    expect(await live.send('unwatch', { posts: ['b'.repeat(24)] })).toEqual({ ok: true })
  })

  it('whose handler throws gets an error acknowledgement, and the process continues', async () => {
    const { ConversationModel } = await import('#server/features/messages/messages.model.ts')
    const { vi } = await import('vitest')
    vi.spyOn(ConversationModel, 'findById').mockImplementation(() => {
      throw new Error('the store has fallen into the bowl')
    })
    expect(await live.send('typing', { conversationId: 'c'.repeat(24) })).toEqual({
      ok: false,
      error: 'Something went wrong. Please try again.',
    })
    vi.restoreAllMocks()
    expect(await live.send('unwatch', {})).toEqual({ ok: true })
  })

  it('cannot watch more posts than the limit', async () => {
    const other = await connectLive(server)
    const ids = (from: number) => ({
      posts: Array.from({ length: 100 }, (_, at) => (from + at).toString(16).padStart(24, '0')),
    })
    for (const from of [0, 100, 200, 300, 400])
      expect(await other.send('watch', ids(from))).toMatchObject({ ok: true })
    expect(await other.send('watch', ids(400)), 'the same ones again').toMatchObject({ ok: true })
    expect(await other.send('watch', ids(500))).toEqual(NO_SENSE)
    expect(await other.send('unwatch', ids(0))).toEqual({ ok: true })
    expect(await other.send('watch', ids(500))).toMatchObject({ ok: true })
    other.close()
  })
})
