import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { follow, message } from '#tests/realtime/support/scenes.ts'
import { people, person, type Person } from '#tests/support/http-client.ts'
import { outbox } from '#tests/support/mail.ts'
import { subscribedBrowser } from '#tests/support/push-service.ts'
import { until } from '#tests/support/until.ts'
import { internet, killable } from './shared-killable.ts'
import { shareRestarts } from './shared-restarts.ts'

const atRestarts = shareRestarts(killable)
afterAll(() => internet[Symbol.asyncDispose]())

const collection = (name: string) => killable.db.collection(name)
const pushesOf = ({ id }: Person) => ({ kind: 'push', 'payload.userId': id })
const noneLeft = (who: Person) =>
  until('no push waits', async () => (await collection('jobs').countDocuments(pushesOf(who))) === 0)

describe('What is under way when the process is killed', () => {
  it.concurrent(
    'a push survives its process, which is killed between the commit and the sending',
    atRestarts(async (restart) => {
      const [ann, bob] = await people(killable.server, ['unsent_ann', 'unsent_bob'])
      const phone = await subscribedBrowser(internet, ann)
      await follow(bob, ann)
      // It waits for the kill, which comes when the other tests are ready for it.
      const waits = { dueAt: new Date(Date.now() + 3_600_000) }
      expect((await collection('jobs').updateMany(pushesOf(ann), { $set: waits })).modifiedCount).toBe(1)
      await restart({
        meanwhile: () => collection('jobs').updateMany(pushesOf(ann), { $set: { dueAt: new Date() } }),
      })
      expect((await phone.nth(1)).payload.title).toBe('unsent_bob started following you')
      await noneLeft(ann)
      expect(phone.received).toHaveLength(1)
    }),
    120_000,
  )

  it.concurrent(
    'a push whose answer a killed process did not read is sent once more, and replaces the first',
    atRestarts(async (restart) => {
      const [ann, bob] = await people(killable.server, ['unread_ann', 'unread_bob'])
      const phone = await subscribedBrowser(internet, ann)
      phone.silent = true
      // A message from someone whom ann does not follow would be a request, which is not pushed.
      await follow(ann, bob)
      await message(bob, ann, 'Did you get this?')
      const first = await phone.nth(1)
      await restart({
        meanwhile: async () => {
          phone.silent = false
        },
      })
      const second = await phone.nth(2, 40_000)
      expect(second.headers['topic']).toBe(first.headers['topic'])
      expect(second.payload).toEqual(first.payload)
      await noneLeft(ann)
      expect(phone.received).toHaveLength(2)
    }),
    120_000,
  )

  it.concurrent(
    '[L47] a crash notifies the admins once, though the process is killed again before it has sent anything',
    atRestarts(async (restart) => {
      /** The ids of what was posted to the webhook; it does not answer while it is silent. */
      const posted: string[] = []
      let silent = true
      internet.pages.set('/alerts', (req, res) => {
        void text(req).then(() => {
          posted.push(req.headers['webhook-id'] as string)
          if (!silent) res.writeHead(204).end()
        })
      })
      const king = await person(killable.server, 'killed_king')
      await collection('users').updateOne({ handle: 'killed_king' }, { $set: { isAdmin: true } })
      await until('the crown is noticed', async () => (await king.get('/ai-monitor/alerts')).status === 200)
      await king.put('/ai-monitor/alert-webhook', { url: 'https://hooks.test/alerts' })
      const phone = await subscribedBrowser(internet, king)
      phone.silent = true
      await restart()
      const alerts = collection('alerts')
      await until('the alert is committed', async () => (await alerts.countDocuments()) === 1, 60_000)
      await restart({
        meanwhile: async () => {
          silent = false
          phone.silent = false
        },
      })
      const MESSAGES = { kind: { $in: ['mail:alert', 'alert:webhook', 'push:alert'] } }
      const waiting = () => collection('jobs').countDocuments(MESSAGES)
      await until('every message is sent', async () => (await waiting()) === 0, 60_000)
      // The second crash belongs to the alert that is open.
      await until('it counts both', async () => (await alerts.findOne({}))?.['peak'] === 2, 60_000)
      expect(await alerts.countDocuments()).toBe(1)
      // What was under way when the process died is sent again under its name.
      const [alert] = await alerts.find().toArray()
      expect(new Set(posted)).toEqual(new Set([`alert_${alert!._id.toHexString()}.opened`]))
      expect(posted.length).toBeLessThanOrEqual(2)
      expect(new Set(phone.received.map(({ payload }) => payload.tag)).size).toBe(1)
      const mails = (await outbox(killable.server.dataDir, king.email)).filter(({ subject }) =>
        subject?.includes('A server process died'),
      )
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
    }),
    240_000,
  )
})

describe('Claims', async () => void (await import('./claims.cases.ts')))
// At the end the server is stopped.
describe('A client that sleeps', async () => void (await import('./frozen-client.cases.ts')))
