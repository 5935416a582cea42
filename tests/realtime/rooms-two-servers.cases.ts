import { Redis } from 'ioredis'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import type { HeldRedis } from '#tests/support/held-redis.ts'
import { people, person, type Person } from '#tests/support/http-client.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { openLive, type LiveClient } from '#tests/support/socket-client.ts'
import type { TwoServers } from '#tests/support/two-servers.ts'
import { until } from '#tests/support/until.ts'
import { openPair } from './support/pair.ts'
import { comment, follow, message, post, watching } from './support/scenes.ts'

let servers: TwoServers
let here: ServerProcess
let held: HeldRedis
/** Reaches Redis through `held`. */
let far: ServerProcess
let ann: Person
/** People at the far process who follow Ann, a new one for each test: nobody hears of their rooms yet. */
let bobs: Person[]
let subject: PostView
/** Since then nothing is told about them. */
let quietSince: number
/** A room that was left at the beginning. */
let left: string
const pages: LiveClient[] = []

beforeAll(async () => {
  ;({ servers, held } = await openPair())
  ;({ here, there: far } = servers)
  ann = await person(here, 'room_ann')
  bobs = await people(far, ['bob_1', 'bob_2', 'bob_3', 'bob_4'], '_of_rooms')
  await Promise.all(bobs.map((bob) => follow(bob, ann)))
  subject = await post(ann, 'Quiet')
  quietSince = Date.now()
}, 120_000)
afterEach(() => {
  held.release()
  pages.splice(0).forEach((page) => page.close())
})

function kept(live: LiveClient): LiveClient {
  pages.push(live)
  return live
}

/** When something last changed, as far as a page knows by this. */
const unchangedSince = (quietMs = 0) => Date.now() - quietMs

/** A change that may still be on its way counts for a second. */
const untilQuiet = () => until('nothing has changed for a while', () => Date.now() - quietSince > 2_000)

const hearersOf = async (room: string) =>
  ((await servers.redis.command('PUBSUB', 'NUMSUB', `royal:room:${room}`)) as [string, number])[1]

describe('[L99] A process hears of a room', () => {
  it('while it has sockets there', async () => {
    const bob = bobs.pop()!
    const room = `user:${bob.id}`
    expect(await hearersOf(room)).toBe(0)
    const [one, other] = [await watching(far, bob), await watching(far, bob)]
    expect(await hearersOf(room)).toBe(1)
    one.close()
    await message(ann, bob, 'Still there?')
    expect((await other.next('message:created')).message.content).toBe('Still there?')
    other.close()
    left = room
  })

  it('and of nothing else: what only the two people need comes in no common channel', async () => {
    const told: string[] = []
    const listener = new Redis(servers.redis.url)
    listener.on('message', (_channel, text: string) => told.push((JSON.parse(text) as { name: string }).name))
    await listener.subscribe('royal:events')
    const bob = bobs.pop()!
    const [annsPage, bobsPage] = [kept(await watching(here, ann)), kept(await watching(far, bob))]
    await message(ann, bob, 'For you')
    await Promise.all([annsPage, bobsPage].map((page) => page.next('message:created')))
    await post(ann, 'For all')
    await until('the post is told', () => told.includes('post:created'))
    listener.disconnect()
    expect(told).not.toContain('message:created')
    expect(told).not.toContain('notification:created')
  })
})

describe('[L100] What is told while a room is being subscribed to is not lost', () => {
  it('by a page that begins to watch: it is answered after Redis has confirmed, and learns that something has changed', async () => {
    await untilQuiet()
    expect(await hearersOf(`post:${subject.id}`)).toBe(0)
    const page = kept(await watching(far, null))
    held.hold()
    const answered = page
      .send('watch', { posts: [subject.id] })
      .then((answer) => unchangedSince(answer.ok ? answer.quietMs : undefined))
    await until('it is asked for', () => held.held().includes(`royal:room:post:${subject.id}`))
    const writtenAt = Date.now()
    await comment(ann, subject, 'Meanwhile')
    held.release()
    expect(await answered).toBeGreaterThan(writtenAt)
    await comment(ann, subject, 'Later')
    await page.next('comment:created', ({ comment: { text } }) => text === 'Later')
  })

  it('by a page that connects: `ready` comes after Redis has confirmed, and says that something has changed', async () => {
    const bob = bobs.pop()!
    const room = `user:${bob.id}`
    await untilQuiet()
    expect(await hearersOf(room)).toBe(0)
    held.hold()
    const page = kept(openLive(far, { cookie: bob.cookie() }))
    const ready = page.next('ready').then(({ quietMs }) => unchangedSince(quietMs))
    await until('it is asked for', () => held.held().includes(`royal:room:${room}`))
    const writtenAt = Date.now()
    await message(ann, bob, 'Meanwhile')
    held.release()
    expect(await ready).toBeGreaterThan(writtenAt)
    await message(ann, bob, 'Later')
    await page.next('message:created', (event) => event.message.content === 'Later')
  })

  it('when Redis takes too long: pages do not wait, and resync when it has confirmed', async () => {
    const bob = bobs.pop()!
    const room = `user:${bob.id}`
    expect(await hearersOf(room)).toBe(0)
    held.hold()
    const page = kept(openLive(far, { cookie: bob.cookie() }))
    await page.next('ready')
    expect(held.held()).toContain(`royal:room:${room}`)
    await message(ann, bob, 'Meanwhile')
    held.release()
    await page.next('ready')
    await message(ann, bob, 'Later')
    await page.next('message:created', (event) => event.message.content === 'Later')
  })
})

it('[L99] A process hears of a room for some seconds after its last socket has left, and then no more', () =>
  until('nobody hears of it', async () => (await hearersOf(left)) === 0))
