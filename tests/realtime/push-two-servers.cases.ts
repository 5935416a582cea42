import { ObjectId, type Db } from 'mongodb'
import { beforeAll, expect, it } from 'vitest'
import type { NotificationView } from '#contract/notifications.ts'
import type { PushView } from '#contract/notifications.push.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { openPushBrowser, type PushBrowser } from '#tests/support/push-service.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { connectLive } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'
import { openPair } from './support/pair.ts'
import { comment, follow, message, post } from './support/scenes.ts'

let store: Db
let here: ServerProcess
let there: ServerProcess
let ann: Person
let bob: Person
let phone: PushBrowser

beforeAll(async () => {
  const { servers, internet } = await openPair()
  ;({ here, there, store } = servers)
  ann = await person(here, 'push_ann')
  bob = await person(there, 'push_bob')
  phone = openPushBrowser(internet)
  expect((await ann.put('/notifications/push/device', phone.subscription)).status).toBe(200)
}, 120_000)

const noneLeft = () =>
  until('no push waits', async () => (await store.collection('jobs').countDocuments({ kind: 'push' })) === 0)

it('have one pair of keys, though both made it at their start', async () => {
  const keyOf = async (who: Person) => (await who.get<PushView>('/notifications/push')).body.publicKey
  expect(await keyOf(ann)).toBe(await keyOf(bob))
  expect(await store.collection('push_keys').countDocuments()).toBe(1)
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

it('[L54] offer crowd control once for a crowd that both see: one push; once called, no more about the post until its end', async () => {
  const mine = await post(ann, 'Hot take')
  const crowd = await Promise.all(
    [here, there].flatMap((at, side) =>
      Array.from({ length: 6 }, (_, number) => person(at, `mob_${side}_${number}`)),
    ),
  )
  const window = Math.floor(Date.now() / 600_000)
  const counts = { window, count: 200, previous: 200, peak: 200, settlesAt: new Date(Date.now() + 3600_000) }
  const [_id, authorId] = [mine.id, ann.id].map((id) => new ObjectId(id))
  await store.collection('crowds').insertOne({ _id: _id!, authorId: authorId!, ...counts })
  // What both write is seen by both.
  await noneLeft()
  const before = phone.asked()
  const stages = async () =>
    (await ann.get<NotificationView[]>('/notifications')).body.flatMap(({ type, data }) =>
      type === 'PLUNGER' && 'stage' in data ? data.stage : [],
    )
  await Promise.all(crowd.map((who) => who.post(`/posts/${mine.id}/react`, { emoji: '💩' })))
  await until('the plunger is offered', async () => (await stages()).length > 0, 30_000)
  expect((await phone.nth(before + 1)).payload.title).toMatch(/^Your post draws a crowd/)
  const page = await connectLive(there, { cookie: bob.cookie() })
  await page.send('watch', { posts: [mine.id] })
  await ann.delete(`/users/${bob.id}/follow`)
  await ann.put(`/posts/${mine.id}/plunger`, { hours: 1, strangersPaused: true })
  await page.next('post:updated', (event) => event.post.plunger?.strangersPaused === true)
  expect((await bob.post(`/posts/${mine.id}/comments`, { text: 'Cold' })).status).toBe(403)
  await ann.put(`/posts/${mine.id}/plunger`, { strangersPaused: false })
  await until(
    'it is allowed again',
    async () => (await bob.post(`/posts/${mine.id}/comments`, { text: 'Cold' })).status === 201,
  )
  await noneLeft()
  expect([await stages(), phone.asked()]).toEqual([['offered'], before + 1])
  await ann.delete(`/posts/${mine.id}/plunger`)
  expect((await phone.nth(before + 2)).payload.title).toMatch(/^The plunger has done its work/)
  await noneLeft()
  expect([await stages(), phone.asked()]).toEqual([['ended', 'offered'], before + 2])
  page.close()
})
