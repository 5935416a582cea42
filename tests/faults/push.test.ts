import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { follow, message } from '#tests/realtime/support/scenes.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startInternet, type Internet } from '#tests/support/internet.ts'
import { openPushBrowser } from '#tests/support/push-service.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { endLeases } from './killable-server.ts'

const storeUri = freshDatabase()
const store = new MongoClient(storeUri)
let internet: Internet
let server: ServerProcess
let ann: Person
let bob: Person

beforeAll(async () => {
  internet = await startInternet()
  server = await startServerProcess({ MONGODB_URI: storeUri, ...internet.settings })
  ann = await person(server, 'killed_ann')
  bob = await person(server, 'killed_bob')
}, 120_000)
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await internet?.[Symbol.asyncDispose]()
  await store.db().dropDatabase()
  await store.close()
})

const restart = async () => {
  await server.kill()
  await server.start()
}
const noneLeft = () =>
  until(
    'no push waits',
    async () => (await store.db().collection('jobs').countDocuments({ kind: 'push' })) === 0,
    30_000,
  )

it('a push survives its process, which is killed between the commit and the sending', async () => {
  const phone = openPushBrowser(internet)
  await ann.put('/notifications/push/device', phone.subscription)
  await follow(bob, ann)
  await restart()
  expect((await phone.nth(1, 30_000)).payload.title).toBe('killed_bob started following you')
  await noneLeft()
  expect(phone.received).toHaveLength(1)
}, 120_000)

it('a push whose answer a killed process did not read is sent once more, and replaces the first', async () => {
  const phone = openPushBrowser(internet)
  await ann.put('/notifications/push/device', phone.subscription)
  phone.silent = true
  // A message from someone whom ann does not follow would be a request, which is not pushed.
  await follow(ann, bob)
  await message(bob, ann, 'Did you get this?')
  const first = await phone.nth(1)
  await server.kill()
  await endLeases(store.db())
  phone.silent = false
  await server.start()
  const second = await phone.nth(2, 40_000)
  expect(second.headers['topic']).toBe(first.headers['topic'])
  expect(second.payload).toEqual(first.payload)
  await noneLeft()
  expect(phone.received).toHaveLength(2)
}, 120_000)
