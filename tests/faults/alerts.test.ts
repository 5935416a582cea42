import { text } from 'node:stream/consumers'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { person, type Person } from '#tests/support/http-client.ts'
import { startInternet, type Internet } from '#tests/support/internet.ts'
import { outbox } from '#tests/support/mail.ts'
import { openPushBrowser } from '#tests/support/push-service.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { endLeases } from './killable-server.ts'

const storeUri = freshDatabase()
const store = new MongoClient(storeUri)
let internet: Internet
let server: ServerProcess
let king: Person
/** The ids of what was posted to the webhook; it does not answer while it is silent. */
const posted: string[] = []
let silent = true

beforeAll(async () => {
  internet = await startInternet()
  internet.pages.set('/alerts', (req, res) => {
    void text(req).then(() => {
      posted.push(req.headers['webhook-id'] as string)
      if (!silent) res.writeHead(204).end()
    })
  })
  server = await startServerProcess({ MONGODB_URI: storeUri, ...internet.settings })
  king = await person(server, 'killed_king')
  await store
    .db()
    .collection('users')
    .updateOne({ handle: 'killed_king' }, { $set: { isAdmin: true } })
  await until('the crown is noticed', async () => (await king.get('/ai-monitor/alerts')).status === 200)
  await king.put('/ai-monitor/alert-webhook', { url: 'https://hooks.test/alerts' })
}, 120_000)
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await internet?.[Symbol.asyncDispose]()
  await store.db().dropDatabase()
  await store.close()
})

const alerts = () => store.db().collection('alerts')
const waiting = () =>
  store
    .db()
    .collection('jobs')
    .countDocuments({ kind: { $in: ['mail:alert', 'alert:webhook', 'push:alert'] } })
const mails = async () =>
  (await outbox(server.dataDir, king.email)).filter(({ subject }) =>
    subject?.includes('A server process died'),
  )

it('[L47] a crash notifies the admins once, though the process is killed again before it has sent anything', async () => {
  const phone = openPushBrowser(internet)
  await king.put('/notifications/push/device', phone.subscription)
  phone.silent = true
  await server.kill()
  await server.start()
  await until('the alert is committed', async () => (await alerts().countDocuments()) === 1, 60_000)
  await server.kill()
  await endLeases(store.db())
  silent = false
  phone.silent = false
  await server.start()
  await until('every message is sent', async () => (await waiting()) === 0, 60_000)
  // The second crash belongs to the alert that is open.
  await until('it counts both', async () => (await alerts().findOne({}))?.['peak'] === 2, 60_000)
  expect(await alerts().countDocuments()).toBe(1)
  // What was under way when the process died is sent again under its name.
  const [alert] = await alerts().find().toArray()
  expect(new Set(posted)).toEqual(new Set([`alert_${alert!._id.toHexString()}.opened`]))
  expect(posted.length).toBeLessThanOrEqual(2)
  expect(new Set(phone.received.map(({ payload }) => payload.tag)).size).toBe(1)
  expect(new Set((await mails()).map(({ messageId }) => messageId)).size).toBe(1)
}, 240_000)
