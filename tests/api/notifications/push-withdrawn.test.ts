import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { comment, follow, post, unfollow } from '#tests/realtime/support/scenes.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import type { Internet } from '#tests/support/internet.ts'
import { subscribedBrowser, type PushBrowser } from '#tests/support/push-service.ts'
import { startTestServer, type SharedServer } from '#tests/support/server.ts'
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

const ofAnn = () => ({ kind: 'push', 'payload.userId': ann.id })
const jobs = async () => {
  const { default: mongoose } = await import('mongoose')
  return mongoose.connection.db!.collection('jobs')
}
const pushJobs = async () => (await jobs()).countDocuments(ofAnn())
/** The push of Ann waits for so long, however slow this machine is. */
async function dueIn(ms: number): Promise<void> {
  const waiting = await jobs()
  await until('the push waits', async () => (await pushJobs()) === 1)
  await waiting.updateOne(ofAnn(), { $set: { dueAt: new Date(Date.now() + ms) } })
  const { bus } = await import('#server/platform/bus.ts')
  bus.emit('job:enqueued', { kind: 'push', afterMs: 0 })
}
const noneLeft = () => until('no push of the person is left', async () => (await pushJobs()) === 0)

const isGone = () =>
  until('the notification is gone', async () => {
    const { body } = await ann.get<unknown[]>('/notifications')
    return body.length === 0
  })

/** A follow is taken back in its request, a comment by a job that follows its deletion. */
const CAUSES = [
  ['a follow', () => follow(bob, ann).then(() => ({ end: () => unfollow(bob, ann) }))],
  [
    'a comment',
    async () => {
      const on = await post(ann, 'Speak')
      const { id } = await comment(bob, on, 'Said too soon')
      return { end: () => bob.delete(`/comments/${id}`) }
    },
  ],
] as const

describe('[L67] The push about what is taken back', () => {
  it.each(CAUSES)('%s, before it is sent, is not sent', async (_name, begin) => {
    const { end } = await begin()
    await dueIn(3_600_000)
    await end()
    await isGone()
    await dueIn(0)
    await noneLeft()
    expect(phone.asked()).toBe(0)
  })

  it.each(CAUSES)('%s, while its service does not take it, is not tried again', async (_name, begin) => {
    const held: (() => void)[] = []
    phone.answer = (_req, res) => void held.push(() => void res.writeHead(503, { 'retry-after': '1' }).end())
    const { end } = await begin()
    await until('the push is under way', () => held.length === 1)
    await end()
    await isGone()
    phone.answer = null
    held[0]!()
    await noneLeft()
    expect([phone.asked(), phone.received.length]).toEqual([1, 0])
  })
})
