import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { Redis } from 'ioredis'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import { freeze } from '#tests/support/freeze.ts'
import { across, person, type Person } from '#tests/support/http-client.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'
import { until } from '#tests/support/until.ts'
import { ModelPage } from './support/model-page.ts'
import { pageOpener, follow, hears, message, post } from './support/scenes.ts'

let servers: TwoServers
let here: ServerProcess
let there: ServerProcess
let round = 0
/** At the first server, at the second, and at the second again. */
let ann: Person
let bob: Person
let cat: Person
const page = pageOpener()

beforeAll(async () => {
  servers = await startTwoServers()
  ;({ here, there } = servers)
})
afterAll(() => servers?.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob, cat] = await Promise.all([
    person(here, `ann_${round}`),
    person(there, `bob_${round}`),
    person(there, `cat_${round}`),
  ])
})

/**
 * The next message of the thread, as committed by a process that was killed before it pushed it. Returns its
 * id.
 */
async function commitWithoutPush({ id, conversationId }: MessageView): Promise<string> {
  const { store } = servers
  const [messages, conversations] = [store.collection('messages'), store.collection('conversations')]
  const { _id, clientId: _, ...last } = (await messages.findOne({ _id: new ObjectId(id) }))!
  const { insertedId } = await messages.insertOne({ ...last, seq: last['seq'] + 1, content: 'untold' })
  await conversations.updateOne({ _id: new ObjectId(conversationId) }, { $inc: { lastSeq: 1, rev: 1 } })
  return insertedId.toHexString()
}

/** A post whose body is being sent while something else happens. Returns the status. */
async function postSlowly(
  who: Person,
  at: ServerProcess,
  text: string,
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const body = JSON.stringify({ text })
  const headers = {
    cookie: who.cookie(),
    'content-type': 'application/json',
    'content-length': body.length,
    origin: at.url,
    // Its answer shows that the server has read the headers: until then the connection counts as idle.
    expect: '100-continue',
  }
  const req = request(`${at.url}/api/posts`, { method: 'POST', headers })
  const response = once(req, 'response') as Promise<[IncomingMessage]>
  await once(req, 'continue')
  req.write(body.slice(0, 5))
  await meanwhile()
  req.end(body.slice(5))
  const [{ statusCode }] = await response
  return statusCode!
}

describe('Two servers and a Redis, when one of them is away', () => {
  it('[L7 L18] catch up when Redis was away: every page is told to resync, and new messages arrive again', async () => {
    const [annsPage, bobsPage] = await Promise.all([page(here, ann), page(there, bob)])
    await servers.redis.interrupt()
    // Each server still serves its own people without Redis.
    const own = await page(here, ann)
    const sent = await message(ann, bob, 'unheard over there')
    await own.next('message:created', (event) => event.message.id === sent.id)
    await own.send('watch', { topic: 'feed' })
    await follow(ann, bob)
    await post(ann, 'heard here alone')
    await hears(own, 'heard here alone')
    const phone = await page(here, ann)
    phone.close()
    await servers.redis.resume()
    await Promise.all([annsPage.next('ready'), bobsPage.next('ready')])
    const thread = (await bob.get<MessageView[]>(`/messages/${sent.conversationId}?after=0`)).body
    expect(thread.map(({ id }) => id)).toContain(sent.id)
    const again = await message(ann, bob, 'heard')
    await bobsPage.next('message:created', (event) => event.message.id === again.id)
  })

  it('[L90] catch up with what Redis did not take: the pages of the other server are told to resync', async () => {
    const { conversationId } = await message(ann, bob, 'Hello')
    await message(bob, ann, 'Hello')
    const [annsPage, bobsPage] = await Promise.all([page(here, ann), page(there, bob)])
    // Longer than an event waits for Redis, and shorter than a process may be silent.
    await servers.redis.command('CLIENT', 'PAUSE', 4_000, 'WRITE')
    await annsPage.send('typing', { conversationId })
    await bobsPage.next('ready')
  })

  it('[L7 L18] catch up when a process was paused for longer than Redis keeps events: its pages are told to resync', async () => {
    const bobsPage = await page(there, bob)
    await message(ann, bob, 'before')
    await bobsPage.next('message:created')
    const { redis } = servers
    await redis.command('CONFIG', 'SET', 'client-output-buffer-limit', 'pubsub 2mb 0 0')
    await freeze(there.pid())
    try {
      const noise = JSON.stringify({ from: 'nobody', name: 'noise', payload: 'x'.repeat(500_000) })
      await until(
        'Redis keeps no more for it',
        async () => (await redis.command('PUBLISH', 'royal:events', noise)) === 1,
      )
      await message(ann, bob, 'slept through')
    } finally {
      there.signal('SIGCONT')
    }
    await bobsPage.next('ready')
    expect(bobsPage.all('message:created').map(({ message: { content } }) => content)).toEqual(['before'])
  })

  it('[L7 L26] catch up after a third server was killed: its unannounced commits reach every page', async () => {
    await follow(bob, ann)
    const sent = await message(ann, bob, 'told')
    const third = await servers.startAnother()
    const bobsPage = new ModelPage(bob, there)
    const annsPage = await page(here, ann)
    bobsPage.connect()
    try {
      await until('the page has loaded', async () => {
        await bobsPage.settled()
        return bobsPage.hasLoaded
      })
      await third.kill()
      const unpushed = await commitWithoutPush(sent)
      await annsPage.next('ready', () => true, 20_000)
      await until('the page shows what nobody was told of', async () => {
        await bobsPage.settled()
        return bobsPage.view().messages.some(({ id }) => id === unpushed)
      })
    } finally {
      bobsPage.cut()
      await third[Symbol.asyncDispose]()
    }
  })

  it('[L26] learn at once that a server stops in order, after its last events, so that no page resyncs', async () => {
    const shared = new Redis(servers.redis.url)
    const members = () => shared.smembers('royal:members')
    const before = await members()
    const third = await servers.startAnother()
    await until('it is known', async () => (await members()).length === before.length + 1)
    const [catsPage, annsPage] = [await page(third, cat), await page(here, ann, { topic: 'feed' })]
    let stopped: Promise<void> | undefined
    const answered = postSlowly(across(cat, third), third, 'last words', async () => {
      stopped = third.stop()
      await catsPage.gone
    })
    await hears(annsPage, 'last words')
    expect(await answered).toBe(201)
    await stopped
    await third[Symbol.asyncDispose]()
    expect((await members()).sort()).toEqual(before.sort())
    shared.disconnect()
  })
})
