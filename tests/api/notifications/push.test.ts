import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NotificationView } from '#contract/notifications.ts'
import type { PushView } from '#contract/notifications.push.ts'
import { LIMITS } from '#contract/limits.ts'
import { block, comment, follow, message, post } from '#tests/realtime/support/scenes.ts'
import { makeDue } from '#tests/support/due-jobs.ts'
import { insertFollows } from '#tests/support/insert-rows.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { PASSWORD, person, visitor, type Person } from '#tests/support/http-client.ts'
import type { Internet } from '#tests/support/internet.ts'
import {
  openPushBrowser,
  subscribedBrowser,
  type PushBrowser,
  type Received,
} from '#tests/support/push-service.ts'
import { startTestServer, type SharedServer } from '#tests/support/server.ts'
import { connectLive } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'

let internet: Internet
let server: SharedServer
let round = 0
let ann: Person
let bob: Person
let phone: PushBrowser

beforeAll(async () => {
  server = await startTestServer()
  ;({ internet } = server)
})
afterAll(() => server.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob] = await Promise.all([person(server, `ann_${round}`), person(server, `bob_${round}`)])
  phone = await subscribedBrowser(internet, ann)
})

const set = async (who: Person, setting: unknown) => {
  expect((await who.patch('/notifications/push', setting)).status).toBe(200)
}
const view = async (who: Person) => (await who.get<PushView>('/notifications/push')).body
const jobs = async () => {
  const { default: mongoose } = await import('mongoose')
  return mongoose.connection.db!.collection('jobs')
}
/** Waits for what pushes bring about. They go at once: the moment in which a person may read what arrived is cut short. */
const untilSent = (what: string, holds: () => boolean | Promise<boolean>) =>
  until(what, async () => {
    if (await holds()) return true
    await makeDue({ kind: 'push', failures: { $not: { $gt: 0 } } })
    return false
  })
async function nth(browser: PushBrowser, count: number): Promise<Received> {
  await untilSent(`${count} pushes have arrived`, () => browser.received.length >= count)
  return browser.received[count - 1]!
}
const noneIsDue = async (who: Person) => {
  const soon = { dueAt: { $lt: new Date(Date.now() + 60_000) } }
  return (await (await jobs()).countDocuments({ kind: 'push', 'payload.userId': who.id, ...soon })) === 0
}
/** All pushes of a person are sent, dropped, or wait for longer than a moment. */
const settled = (who: Person) => untilSent('no push of the person is due', () => noneIsDue(who))

describe('A push', () => {
  // What Bob writes to Ann is no request.
  beforeEach(() => insertFollows([ann.id], [bob.id]))

  it('arrives encrypted for its device, and is signed by the server’s one key for its push service', async () => {
    await message(bob, ann, 'Are you still in there?')
    const { headers, payload, claims, signedBy } = await nth(phone, 1)
    const { publicKey } = await view(ann)
    expect(signedBy).toBe(publicKey)
    expect(claims.aud).toBe('https://push.test')
    expect(claims.exp).toBeGreaterThan(Date.now() / 1000)
    expect(headers).toMatchObject({ ttl: '86400', urgency: 'high', topic: payload.tag })
    const { body } = await ann.get<NotificationView[]>('/notifications')
    expect(payload).toEqual({
      tag: expect.stringMatching(/^[\w-]{32}$/),
      title: `bob_${round} sent you a message`,
      body: '',
      path: `/messages?conversation=${(body[0]!.data as { conversationId: string }).conversationId}`,
      notificationId: body[0]!.id,
      count: 1,
      open: [payload.tag],
    })
  })

  it('says no more than the person lets it say', async () => {
    const mine = await post(ann, 'Mine')
    await set(ann, { preview: 'full' })
    await comment(bob, mine, 'A secret remark')
    expect((await nth(phone, 1)).payload).toMatchObject({
      title: `bob_${round} commented on your post`,
      body: 'A secret remark',
    })
    await set(ann, { preview: 'who' })
    await comment(bob, mine, 'Another one')
    const { payload: who } = await nth(phone, 2)
    expect(who.body).toBe('')
    await set(ann, { preview: 'nothing' })
    await comment(bob, mine, 'A third one')
    const { payload } = await nth(phone, 3)
    expect(payload).toMatchObject({ title: 'Royal Flush', path: '/notifications', notificationId: null })
    const words = JSON.stringify(payload)
    for (const secret of [bob.handle, bob.id, mine.id, 'comment', 'third'])
      expect(words).not.toContain(secret)
  })

  it('is one for a thread, and a later one replaces it', async () => {
    const mine = await post(ann, 'Mine')
    for (const text of ['One', 'Two', 'Three']) await comment(bob, mine, text)
    const { payload } = await nth(phone, 1)
    await settled(ann)
    expect(phone.received).toHaveLength(1)
    expect(payload.count).toBe(3)
    await comment(bob, mine, 'Four')
    expect((await nth(phone, 2)).payload.tag).toBe(payload.tag)
    await follow(bob, ann)
    const { payload: other } = await nth(phone, 3)
    expect(other.tag).not.toBe(payload.tag)
    expect(new Set(other.open)).toEqual(new Set([payload.tag, other.tag]))
  })

  it('names what was read elsewhere, so that the device stops showing it', async () => {
    await message(bob, ann, 'Hm?')
    const { payload: first } = await nth(phone, 1)
    const { body } = await ann.get<NotificationView[]>('/notifications')
    await ann.post('/notifications/read', { ids: body.map(({ id }) => id) })
    await follow(bob, ann)
    const { payload } = await nth(phone, 2)
    expect(payload.open).not.toContain(first.tag)
    expect(payload.count).toBe(1)
  })

  it('is not sent about what was read before, of a kind that is off, or by somebody blocked meanwhile', async () => {
    const cat = await person(server, `cat_${round}`)
    await set(ann, { kind: 'follows', on: false })
    await follow(bob, ann)
    await message(bob, ann, 'Read at once')
    const { body } = await ann.get<NotificationView[]>('/notifications')
    await ann.post('/notifications/read', { ids: body.map(({ id }) => id) })
    await message(cat, ann, 'Blocked at once')
    await block(ann, cat)
    await settled(ann)
    expect(phone.asked()).toBe(0)
    expect((await view(ann)).kinds).not.toContain('follows')
    await set(ann, { kind: 'follows', on: true })
    await follow(await person(server, `dan_${round}`), ann)
    expect((await nth(phone, 1)).payload.title).toBe(`dan_${round} started following you`)
  })

  it('[L34] is not sent while a page of the person is being looked at, and is when none says so', async () => {
    const page = await connectLive(server, { cookie: ann.cookie() })
    await message(bob, ann, 'Look here')
    const { about, kind } = await page.next('attention')
    expect(kind).toBe('asks')
    await page.send('attention', { about, kind: 'here' })
    await until('the push is withdrawn', () => noneIsDue(ann))
    expect(phone.asked()).toBe(0)
    await follow(await person(server, `fan_${round}`), ann)
    await until('the page is asked again', () => page.all('attention').length > 1)
    expect((await nth(phone, 1)).payload.title).toContain('started following you')
    page.close()
  })

  it('is found by its key when a page shows it, however many pushes wait', async () => {
    const { default: mongoose } = await import('mongoose')
    const [all, store] = [await jobs(), mongoose.connection.db!]
    const page = await connectLive(server, { cookie: ann.cookie() })
    const later = { state: 'waiting', dueAt: new Date(Date.now() + 3_600_000), attempts: 0 }
    await all.insertMany(
      Array.from({ length: 300 }, (_, at) => ({
        ...later,
        kind: 'push',
        key: `other ${round} ${at}`,
        payload: { userId: ann.id, deviceId: ann.id, notificationId: ann.id },
      })),
    )
    await store.command({ profile: 2 })
    await message(bob, ann, 'Look here')
    const { about } = await page.next('attention')
    await page.send('attention', { about, kind: 'here' })
    const removals = async () => {
      const all = await store
        .collection('system.profile')
        .find({ op: 'remove', ns: /\.jobs$/ })
        .toArray()
      return all.filter(({ command }) => JSON.stringify(command).includes(about))
    }
    await until('the push is removed', async () => (await removals()).length > 0)
    await store.command({ profile: 0 })
    expect(await removals()).toMatchObject([{ planSummary: 'IXSCAN { kind: 1, key: 1 }', docsExamined: 1 }])
    await all.deleteMany({ key: { $regex: `^other ${round} ` } })
    await settled(ann)
    expect(phone.asked()).toBe(0)
    page.close()
  })

  it('waits for the end of the quiet hours, and is then one for all that is unread', async () => {
    const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
    await set(ann, { quietHours: { from: clock(-60), to: clock(60), timeZone: 'UTC' } })
    await follow(bob, ann)
    await message(bob, ann, 'Asleep?')
    const all = await jobs()
    const waiting = { kind: 'push', 'payload.userId': ann.id }
    const summaries = async () =>
      (await all.find(waiting).toArray()).filter(({ payload }) => payload['notificationId'] === null)
    await untilSent('they wait as one', async () => (await summaries()).length === 1)
    await settled(ann)
    expect(phone.asked()).toBe(0)
    const [job] = await summaries()
    expect(job!['dueAt'].getTime()).toBeGreaterThan(Date.now() + 58 * 60_000)
    await set(ann, { quietHours: null })
    await all.updateOne({ _id: job!._id }, { $set: { dueAt: new Date() } })
    const { payload, headers } = await nth(phone, 1)
    expect(payload).toMatchObject({ body: '2 things wait for you.', path: '/notifications', count: 2 })
    expect(headers['urgency']).toBe('low')
  })

  it('is never sent to an address that is not public, and that device is removed', async () => {
    const subscription = { ...openPushBrowser(internet).subscription, endpoint: 'https://127.0.0.1/push' }
    await bob.put('/notifications/push/device', subscription)
    await follow(await person(server, `dana_${round}`), bob)
    await untilSent('the device is gone', async () => (await view(bob)).devices.length === 0)
  })
})

describe('The push service', () => {
  it.each([404, 410])('that answers %i ends the device', async (status) => {
    phone.answer = (_req, res) => res.writeHead(status).end()
    await follow(bob, ann)
    await untilSent('the device is gone', async () => (await view(ann)).devices.length === 0)
    const { UserModel } = await import('#server/features/people/users/users.model.ts')
    expect((await UserModel.findById(ann.id).lean())!.pushes).toBeUndefined()
  })

  it.each([429, 503])('that answers %i is asked again when it says', async (status) => {
    phone.answer = (_req, res) => {
      phone.answer = null
      res.writeHead(status, { 'retry-after': '1' }).end()
    }
    await follow(bob, ann)
    await untilSent('it was asked', () => phone.asked() > 0)
    const asked = await phone.nth(1)
    expect(asked.payload.title).toContain('started following you')
    expect(phone.asked()).toBe(2)
  })

  it('that fails without a time is asked again by the job engine', async () => {
    phone.answer = (req) => void req.socket.destroy()
    await follow(bob, ann)
    const all = await jobs()
    await untilSent('it has failed once', async () =>
      Boolean(await all.findOne({ kind: 'push', 'payload.userId': ann.id, failures: 1 })),
    )
    phone.answer = null
    await all.updateOne({ kind: 'push', 'payload.userId': ann.id }, { $set: { dueAt: new Date() } })
    await nth(phone, 1)
  })

  it.each([401, 403, 413])(
    'that refuses a push with %i is not asked again, and the device stays',
    async (status) => {
      phone.answer = (_req, res) => res.writeHead(status).end()
      await follow(bob, ann)
      await untilSent('it was asked', () => phone.asked() === 1)
      await settled(ann)
      expect((await view(ann)).devices).toHaveLength(1)
      expect(phone.asked()).toBe(1)
    },
  )
})

describe('A device', () => {
  it('belongs to the last person who asked for pushes on it', async () => {
    expect((await bob.put('/notifications/push/device', phone.subscription)).status).toBe(200)
    expect((await view(ann)).devices).toEqual([])
    const [device] = (await view(bob)).devices
    expect(device).toMatchObject({ isThis: true, device: 'desktop' })
    await follow(bob, ann)
    await follow(ann, bob)
    expect((await nth(phone, 1)).payload.title).toContain(`ann_${round} started`)
    await settled(ann)
    expect(phone.received).toHaveLength(1)
  })

  it('is the same one when it subscribes again, with one address for each session', async () => {
    const [before] = (await view(ann)).devices
    await ann.put('/notifications/push/device', phone.subscription)
    expect((await view(ann)).devices).toEqual([before])
    const renewed = await subscribedBrowser(internet, ann)
    expect((await view(ann)).devices).toHaveLength(1)
    await follow(bob, ann)
    await nth(renewed, 1)
    expect(phone.asked()).toBe(0)
  })

  it('is removed by its person alone', async () => {
    const [device] = (await view(ann)).devices
    expect((await bob.delete(`/notifications/push/devices/${device!.id}`)).status).toBe(404)
    expect((await ann.delete<PushView>(`/notifications/push/devices/${device!.id}`)).body.devices).toEqual([])
    await follow(bob, ann)
    await settled(ann)
    expect(phone.asked()).toBe(0)
  })

  it('goes with its session: log-out, the end of other sessions, a new password', async () => {
    const other = visitor(server)
    const logIn = { email: ann.email, password: PASSWORD }
    const login = async () => expect((await other.post('/auth/login', logIn)).status).toBe(200)
    const devices = async () => (await view(ann)).devices.length
    const tablet = openPushBrowser(internet)
    const stays = async (count: number) =>
      until(`${count} devices are left`, async () => (await devices()) === count)
    await login()
    await other.put('/notifications/push/device', tablet.subscription)
    await stays(2)
    await other.post('/auth/logout')
    await stays(1)
    await login()
    await other.put('/notifications/push/device', tablet.subscription)
    await stays(2)
    await ann.delete('/auth/sessions')
    await stays(1)
    expect((await view(ann)).devices[0]!.isThis).toBe(true)
    await follow(bob, ann)
    await nth(phone, 1)
    expect(tablet.asked()).toBe(0)
    await ann.put('/auth/password', { currentPassword: PASSWORD, password: 'another-for-the-throne' })
    expect(await devices()).toBe(1)
  })

  it('whose session has ended unnoticed gets nothing and is removed', async () => {
    const { default: mongoose } = await import('mongoose')
    await mongoose.connection.db!.collection('sessions').deleteMany({ 'session.passport.user': ann.id })
    await follow(bob, ann)
    const { PushDeviceModel } = await import('#server/features/notifications/push/push.model.ts')
    await untilSent(
      'the device is gone',
      async () => (await PushDeviceModel.countDocuments({ userId: ann.id })) === 0,
    )
    expect(phone.asked()).toBe(0)
  })

  it('is one of at most ten: the oldest makes room', async () => {
    const { PushDeviceModel } = await import('#server/features/notifications/push/push.model.ts')
    const old = Array.from({ length: LIMITS.pushDevices }, () => openPushBrowser(internet).subscription)
    await PushDeviceModel.insertMany(
      old.map((one, at) => ({ ...one, userId: ann.id, session: `session ${at}`, createdAt: new Date() })),
    )
    await subscribedBrowser(internet, ann)
    expect(await PushDeviceModel.countDocuments({ userId: ann.id })).toBe(LIMITS.pushDevices)
    expect(await PushDeviceModel.findOne({ endpoint: phone.subscription.endpoint })).toBeNull()
  })

  it.each([
    ['plain http', { endpoint: 'http://push.test/a' }],
    ['no address', { endpoint: 'push' }],
    ['a key of another length', { keys: { p256dh: 'AAAA', auth: 'A'.repeat(22) } }],
    ['a key that is no point of the curve', { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }],
  ])('with %s is refused', async (_what, wrong) => {
    const reply = await bob.put('/notifications/push/device', { ...phone.subscription, ...wrong })
    expect(reply.status).toBe(400)
  })

  it.each([
    { quietHours: { from: '25:00', to: '07:00', timeZone: 'UTC' } },
    { quietHours: { from: '22:00', to: '07:00', timeZone: 'Bath/Room' } },
    { kind: 'reactions', on: true },
    { preview: 'everything' },
  ])('has no such setting: %j', async (setting) => {
    expect((await ann.patch('/notifications/push', setting)).status).toBe(400)
  })

  it('is found by an index', async () => {
    const { devicesOf } = await import('#server/features/notifications/push/push-devices.service.ts')
    expectIndexed(await readsOf(() => devicesOf(ann.id)))
  })
})

it('The keys are made once, however many ask for them at the same moment', async () => {
  const { PushKeysModel } = await import('#server/features/notifications/push/push.model.ts')
  const { vapidKeys } = await import('#server/features/notifications/push/push-keys.ts')
  const before = await vapidKeys()
  await PushKeysModel.deleteMany()
  const made = await Promise.all(Array.from({ length: 8 }, () => vapidKeys()))
  expect(new Set(made.map(({ privateKey }) => privateKey)).size).toBe(1)
  expect(made[0]).not.toEqual(before)
  const stored = await PushKeysModel.find().lean()
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toContain(made[0]!.privateKey)
})
