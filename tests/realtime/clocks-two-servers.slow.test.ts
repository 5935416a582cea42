import { ObjectId } from 'mongodb'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import type { PostView } from '#contract/posts.ts'
import { across, person, visitor, type Person } from '#tests/support/http-client.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import type { LiveClient } from '#tests/support/socket-client.ts'
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'
import { agree, message, post, watching } from './support/scenes.ts'

// These tests start processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const MINUTE = 60_000
const OFF = 20 * MINUTE

/** Node's option for a process whose clock is wrong by so many ms. */
const clockOff = (ms: number): string =>
  `--import=data:text/javascript,${encodeURIComponent(`
    const Right = Date
    globalThis.Date = class Date extends Right {
      constructor(...given) { given.length ? super(...given) : super(Right.now() + ${ms}) }
      static now() { return Right.now() + ${ms} }
    }`)}`

let servers: TwoServers
/** Servers whose clocks are ahead, and behind. */
let ahead: ServerProcess
let behind: ServerProcess
/** Ann is at the first one, Bob at the second one. */
let ann: Person
let bob: Person
const pages: LiveClient[] = []

beforeAll(async () => {
  servers = await startTwoServers()
  ;[ahead, behind] = (await Promise.all(
    [OFF, -OFF].map((ms) => servers.startAnother({ NODE_OPTIONS: clockOff(ms) })),
  )) as [ServerProcess, ServerProcess]
  ;[ann, bob] = await Promise.all([person(ahead, 'ann'), person(behind, 'bob')])
}, 120_000)
afterEach(() => pages.splice(0).forEach((page) => page.close()))
afterAll(async () => {
  await Promise.all([ahead?.[Symbol.asyncDispose](), behind?.[Symbol.asyncDispose]()])
  await servers?.close()
})

it('[L81] what is written at processes with wrong clocks has the time of the store, and keeps its order', async () => {
  const before = Date.now()
  const written: PostView[] = []
  for (const author of [ann, bob, ann, bob]) written.push(await post(author, `number ${written.length}`))
  for (const { createdAt, id } of written)
    for (const at of [Date.parse(createdAt), new ObjectId(id).getTimestamp().getTime()])
      expect(Math.abs(at - before)).toBeLessThan(MINUTE)
  const feed = (await visitor(servers.here).get<PostView[]>('/posts')).body
  expect(feed.map(({ id }) => id)).toEqual(written.map(({ id }) => id).toReversed())
})

it('[L81] a post from a process whose clock is behind is found by two words: it is in no finished block', async () => {
  await servers.store.collection('word_blocks').insertOne({
    _id: new Date(0) as never,
    to: new Date(Date.now() - 2 * MINUTE),
    plannedAt: new Date(),
    builtAt: new Date(),
    changed: [],
  })
  const { id } = await post(bob, 'marble plumbing')
  const found = await visitor(servers.here).get<PostView[]>('/posts?q=marble+plumbing')
  expect(found.body.map((one) => one.id)).toEqual([id])
})

it('[L81] a time limit that begins at one process ends at the same time at another', async () => {
  const sent = await message(bob, ann, 'Written where it is earlier')
  const edited = await across(bob, ahead).patch<MessageView>(`/messages/${sent.conversationId}/${sent.id}`, {
    content: 'Edited later',
  })
  expect(edited).toMatchObject({ status: 200, body: { content: 'Edited later' } })
  // The log-in is recent enough for what asks for a fresh one.
  expect(await across(bob, ahead).post('/auth/totp')).toMatchObject({ status: 200 })
  expect(await across(ann, behind).post('/auth/totp')).toMatchObject({ status: 200 })
})

it('[L39] [L81] people who have a page open are counted over processes with wrong clocks', async () => {
  const { id } = await post(ann, 'Sit down')
  for (const [who, at] of [
    [ann, ahead],
    [bob, behind],
  ] as const) {
    await agree(who)
    const page = await watching(at, who)
    pages.push(page)
    await page.send('sit', { throne: id, counted: false })
  }
  for (const page of pages) await page.next('attendance:updated', (event) => event.count === 2)
})
