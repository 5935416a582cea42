import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { PushView } from '#contract/notifications.push.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startInternet, type Internet } from '#tests/support/internet.ts'
import { openPushBrowser, type PushBrowser } from '#tests/support/push-service.ts'
import { startRedis, type RedisProcess } from '#tests/support/redis.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { connectLive } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'
import { comment, follow, message, post } from './support/scenes.ts'

// These tests start processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const storeUri = freshDatabase()
const store = new MongoClient(storeUri)
let redis: RedisProcess
let internet: Internet
let here: ServerProcess
let there: ServerProcess
let ann: Person
let bob: Person
let phone: PushBrowser

beforeAll(async () => {
  ;[redis, internet] = await Promise.all([startRedis(), startInternet()])
  const env = {
    MONGODB_URI: storeUri,
    REDIS_URL: redis.url,
    SESSION_SECRET: 'shared-by-both',
    LOG_LEVEL: 'warn',
    ...internet.settings,
  }
  ;[here, there] = await Promise.all([startServerProcess(env), startServerProcess(env)])
  ann = await person(here, 'push_ann')
  bob = await person(there, 'push_bob')
  phone = openPushBrowser(internet)
  expect((await ann.put('/notifications/push/device', phone.subscription)).status).toBe(200)
}, 120_000)
afterAll(async () => {
  await Promise.all([here?.[Symbol.asyncDispose](), there?.[Symbol.asyncDispose]()])
  await redis?.[Symbol.asyncDispose]()
  await internet?.[Symbol.asyncDispose]()
  await store.db().dropDatabase()
  await store.close()
})

const noneLeft = () =>
  until(
    'no push waits',
    async () => (await store.db().collection('jobs').countDocuments({ kind: 'push' })) === 0,
  )

it('have one pair of keys, though both made it at their start', async () => {
  const keyOf = async (who: Person) => (await who.get<PushView>('/notifications/push')).body.publicKey
  expect(await keyOf(ann)).toBe(await keyOf(bob))
  expect(await store.db().collection('push_keys').countDocuments()).toBe(1)
})

it('send one push for one event, whichever of them it happens at', async () => {
  const mine = await post(ann, 'Mine')
  await comment(bob, mine, 'At the other server')
  expect((await phone.nth(1)).payload.title).toBe('push_bob commented on your post')
  await noneLeft()
  expect(phone.asked()).toBe(1)
  await follow(bob, ann)
  await phone.nth(2)
  await noneLeft()
  expect(phone.asked()).toBe(2)
})

it('[L34] send none when a page at the other server is being looked at', async () => {
  expect((await ann.post(`/users/${bob.id}/follow`)).status).toBe(200)
  const before = phone.asked()
  const page = await connectLive(here, { cookie: ann.cookie() })
  await message(bob, ann, 'Look')
  const { about } = await page.next('attention')
  await page.send('attention', { about, kind: 'here' })
  await noneLeft()
  expect(phone.asked()).toBe(before)
  page.close()
})
