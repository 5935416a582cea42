import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NotificationView } from '#contract/notifications.ts'
import type { PostView } from '#contract/posts.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { mailServer as post } from '#tests/support/shared-mail-server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let fan: Person
let king: Person
let count = 0

beforeAll(async () => {
  server = await startTestServer()
  fan = await person(server, 'meeting_fan')
  king = await person(server, 'meeting_king')
  await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(king.id, true)
})
afterAll(() => server.close())

const rows = (name: string) => mongoose.connection.collection(name)
const idOf = ({ id }: Person) => ({ _id: new mongoose.Types.ObjectId(id) })
const digestsTo = (address: string) =>
  post.mails.filter(
    (mail) => mail.to?.[0]?.address === address && mail.headers.some(({ key }) => key === 'list-unsubscribe'),
  ).length
const mailJobs = () => rows('jobs').find({ kind: 'mail:digest' }).toArray()
/** A round of the periodic work, as any process runs it. */
async function look(): Promise<void> {
  const { jobKinds } = await import('#server/platform/jobs/job-kinds.ts')
  await jobKinds.get('digests')!.run({} as never, { signal: new AbortController().signal } as never)
}
const makeDue = (who: Person) =>
  rows('notification_digests').updateOne(idOf(who), { $set: { nextAt: new Date(0) } })

/** Somebody with mails each day, and something unread. */
async function reader(): Promise<Person> {
  const who = await person(server, `meeting_${++count}`)
  await rows('users').updateOne(idOf(who), { $set: { emailVerified: true } })
  expect((await who.put('/notifications/digest', { every: 'day' })).status).toBe(200)
  const { body } = await who.post<PostView>('/posts', { text: `Drop ${count}` })
  await fan.post(`/posts/${body.id}/react`, { emoji: '💩' })
  await until(
    'it is told',
    async () => (await rows('notifications').countDocuments({ userId: idOf(who)._id })) > 0,
  )
  return who
}

/** The first attempt of the mail is refused; `meets` happens before the second one. */
async function mailedAfter(who: Person, meets: () => Promise<unknown>): Promise<void> {
  post.refuseMails()
  const before = post.refusals()
  await makeDue(who)
  await look()
  await until('the first attempt was refused', () => post.refusals() > before)
  await until('it waits for the second', async () =>
    (await mailJobs()).every(({ state }) => state === 'waiting'),
  )
  await meets()
  post.takeMails()
  await rows('jobs').updateMany({ kind: 'mail:digest' }, { $set: { dueAt: new Date(0) } })
  await until('no mail waits', async () => (await mailJobs()).length === 0, 20_000)
}

const decide = async (who: Person, decision: object) => {
  const report = { targetType: 'user', targetId: who.id, reason: 'spam' }
  const { id } = (await fan.post<{ id: string }>('/reports', report)).body
  expect((await king.post(`/admin/reports/${id}/actions`, decision)).status).toBeLessThan(300)
}

describe('A mail of notifications whose first attempt failed', () => {
  const meetings: Record<string, { meets: (who: Person) => Promise<unknown>; mails: number }> = {
    'is sent once when nothing happened': { meets: () => Promise.resolve(), mails: 1 },
    'is sent after a log-out everywhere': { meets: (who) => who.delete('/auth/sessions'), mails: 1 },
    'is sent after the last session has ended': { meets: (who) => who.post('/auth/logout'), mails: 1 },
    'is sent to somebody who was suspended: they can read': {
      meets: (who) => decide(who, { action: 'suspend', days: 7 }),
      mails: 1,
    },
    'is not sent to somebody who was banned': { meets: (who) => decide(who, { action: 'ban' }), mails: 0 },
    'is not sent once the account is deleted': {
      meets: (who) => who.delete('/user/delete-account'),
      mails: 0,
    },
    'is not sent once the mails are switched off': {
      meets: (who) => who.put('/notifications/digest', { every: null }),
      mails: 0,
    },
    'is not sent when they were switched off and on again': {
      meets: async (who) => {
        await who.put('/notifications/digest', { every: null })
        await who.put('/notifications/digest', { every: 'week' })
      },
      mails: 0,
    },
    'is not sent when all was read meanwhile': {
      meets: async (who) => {
        const ids = (await who.get<NotificationView[]>('/notifications')).body.map(({ id }) => id)
        return who.post('/notifications/read', { ids })
      },
      mails: 0,
    },
  }
  test.each(Object.entries(meetings))('%s', { timeout: 40_000 }, async (_name, { meets, mails }) => {
    const who = await reader()
    await mailedAfter(who, async () => {
      const answer = (await meets(who)) as { status?: number } | undefined
      expect(answer?.status ?? 200).toBeLessThan(300)
    })
    expect(digestsTo(who.email)).toBe(mails)
  })

  test(
    'goes to a new address once it is confirmed, and never to one that is not',
    { timeout: 40_000 },
    async () => {
      for (const emailVerified of [true, false]) {
        const who = await reader()
        const email = `new.${who.email}`
        await mailedAfter(who, () => rows('users').updateOne(idOf(who), { $set: { email, emailVerified } }))
        expect([digestsTo(who.email), digestsTo(email)]).toEqual([0, emailVerified ? 1 : 0])
      }
    },
  )
})

test('two processes that look at the same moment send one mail', async () => {
  const who = await reader()
  await makeDue(who)
  await Promise.allSettled([look(), look(), look()])
  await until('no mail waits', async () => (await mailJobs()).length === 0)
  expect(digestsTo(who.email)).toBe(1)
})

test('who is banned, or whose account is deleted, is not looked for again', async () => {
  for (const end of [
    (who: Person) => decide(who, { action: 'ban' }),
    (who: Person) => who.delete('/user/delete-account'),
  ]) {
    const who = await reader()
    await end(who)
    await makeDue(who)
    await look()
    await until('no mail waits', async () => (await mailJobs()).length === 0)
    expect(digestsTo(who.email)).toBe(0)
  }
})
