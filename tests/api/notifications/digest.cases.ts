import mongoose from 'mongoose'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DIGEST_MESSAGES, type DigestRhythm } from '#contract/notifications.constants.ts'
import type { DigestView } from '#contract/notifications.digest.ts'
import type { NotificationView } from '#contract/notifications.ts'
import type { PostView } from '#contract/posts.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { mailServer as post } from '#tests/support/shared-mail-server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let fan: Person
let count = 0

beforeAll(async () => {
  server = await startTestServer()
  fan = await person(server, 'fan')
})
afterAll(() => server.close())

const rows = (name: string) => mongoose.connection.collection(name)
const idOf = ({ id }: Person) => ({ _id: new mongoose.Types.ObjectId(id) })
const header = (mail: Email, key: string) => mail.headers.find((one) => one.key === key)?.value
const mailsTo = ({ email }: Person) =>
  post.mails.filter(
    (mail) => mail.to?.[0]?.address === email && header(mail, 'list-unsubscribe') !== undefined,
  )
const confirm = (who: Person) => rows('users').updateOne(idOf(who), { $set: { emailVerified: true } })
const choose = (who: Person, every: DigestRhythm | null) =>
  who.put<DigestView>('/notifications/digest', { every })

async function reader(every: DigestRhythm): Promise<Person> {
  const who = await person(server, `reader_${++count}`)
  await confirm(who)
  expect((await choose(who, every)).body.every).toBe(every)
  return who
}

/** The fan reacts to a new post of this person. */
async function pleases(who: Person): Promise<void> {
  const { body } = await who.post<PostView>('/posts', { text: `Drop ${++count}` })
  await fan.post(`/posts/${body.id}/react`, { emoji: '💩' })
  await until('it is told', async () => {
    const notifications = (await who.get<NotificationView[]>('/notifications')).body
    return notifications.some(({ data }) => 'postId' in data && data.postId === body.id)
  })
}

/** Makes a person's time come, and waits until what follows is mailed. */
async function look(who: Person): Promise<void> {
  await rows('notification_digests').updateOne(idOf(who), { $set: { nextAt: new Date(0) } })
  const { lookForDigests } = await import('#server/features/notifications/digest/digest-mails.ts')
  await lookForDigests()
  await until('nobody is due, and all is mailed', async () => {
    const due = await rows('notification_digests').countDocuments({ nextAt: { $lte: new Date() } })
    return due === 0 && (await rows('jobs').countDocuments({ kind: 'mail:digest' })) === 0
  })
}

async function leaveFor(who: Person, days: number): Promise<void> {
  const lastSeenAt = new Date(Date.now() - days * 24 * 3600_000)
  await rows('users').updateOne(idOf(who), { $set: { lastSeenAt } })
}

it('is offered with a confirmed address alone, and never mailed before or after it has one', async () => {
  const who = await person(server, `reader_${++count}`)
  const none = { available: true, address: null, every: null }
  expect((await who.get<DigestView>('/notifications/digest')).body).toEqual(none)
  const refused = await choose(who, 'day')
  expect([refused.status, refused.text]).toEqual([409, DIGEST_MESSAGES.unconfirmed])
  await confirm(who)
  expect((await choose(who, 'day')).body).toEqual({ available: true, address: who.email, every: 'day' })
  await pleases(who)
  await rows('users').updateOne(idOf(who), { $set: { emailVerified: false } })
  await look(who)
  expect(mailsTo(who)).toEqual([])
})

it('has what came unread since it was chosen or mailed last, the five newest by their words', async () => {
  const who = await person(server, `reader_${++count}`)
  await confirm(who)
  await pleases(who)
  await choose(who, 'day')
  await look(who)
  expect(mailsTo(who)).toEqual([])
  await pleases(who)
  await look(who)
  expect(mailsTo(who).map(({ subject }) => subject)).toEqual(['fan reacted 💩 to your post'])
  expect(mailsTo(who)[0]!.text).toContain(`${server.url}/notifications`)
  await look(who)
  expect(mailsTo(who)).toHaveLength(1)
  for (let more = 0; more < 7; more += 1) await pleases(who)
  await look(who)
  expect(mailsTo(who)[1]!.subject).toBe('7 things happened at Royal Flush')
  expect(mailsTo(who)[1]!.text!.match(/fan reacted/g)).toHaveLength(5)
  expect(mailsTo(who)[1]!.text).toContain('And 2 more.')
})

it('leaves out what was read, and sends nothing when all was', async () => {
  const who = await reader('week')
  await pleases(who)
  const [notifications] = (await who.get<NotificationView[]>('/notifications')).body
  await who.post('/notifications/read', { ids: [notifications!.id] })
  await look(who)
  expect(mailsTo(who)).toEqual([])
})

it('comes once in an absence of three days, and again in the next one', async () => {
  const who = await reader('away')
  await pleases(who)
  await look(who)
  expect(mailsTo(who)).toEqual([])
  for (const expected of [1, 2]) {
    await pleases(who)
    await leaveFor(who, 4)
    // The mail before belongs to an earlier absence.
    await rows('notification_digests').updateOne(
      { ...idOf(who), queuedAt: { $exists: true } },
      { $set: { queuedAt: new Date(Date.now() - 10 * 24 * 3600_000) } },
    )
    await look(who)
    await look(who)
    expect(mailsTo(who)).toHaveLength(expected)
  }
})

it('comes although the choice of somebody before cannot be read', async () => {
  const who = await reader('day')
  await pleases(who)
  const bad = new mongoose.Types.ObjectId()
  await rows('notification_digests').insertOne({
    _id: bad,
    every: 'nonsense',
    nextAt: new Date(-1),
    queuedSeq: 0,
    mailedSeq: 0,
  })
  await rows('notification_digests').updateOne(idOf(who), { $set: { nextAt: new Date(0) } })
  await (await import('#server/features/notifications/digest/digest-mails.ts')).lookForDigests()
  await until('it is mailed', () => mailsTo(who).length === 1)
  await rows('notification_digests').deleteOne({ _id: bad })
})

it('counts an absence from the last visit, whether or not the session has ended since', async () => {
  const who = await reader('away')
  await pleases(who)
  expect((await who.post('/auth/logout')).status).toBe(204)
  await look(who)
  expect(mailsTo(who), 'just logged out').toEqual([])
  await leaveFor(who, 10)
  await rows('notification_digests').updateOne(idOf(who), {
    $set: { queuedAt: new Date(Date.now() - 60 * 24 * 3600_000) },
  })
  await look(who)
  await look(who)
  expect(mailsTo(who), 'mailed in an earlier absence').toHaveLength(1)
})

it('is ended by its link without a log-in, as mail programs do (RFC 8058), and by the settings', async () => {
  const [who, other] = [await reader('day'), await reader('day')]
  await pleases(who)
  await look(who)
  const [mail] = mailsTo(who)
  const link = /^<(.+)>$/.exec(header(mail!, 'list-unsubscribe')!)![1]!
  expect(header(mail!, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const followed = await fetch(link, { redirect: 'manual' })
  const page = `/digest-mail?end=${link.split('/').at(-1)}`
  expect([followed.status, followed.headers.get('location')]).toEqual([302, page])
  expect(mail!.text).toContain(server.url + page)
  expect((await who.get<DigestView>('/notifications/digest')).body.every).toBe('day')
  for (const _again of [1, 2]) {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const ended = await fetch(link, { method: 'POST', body })
    expect([ended.status, await ended.json()]).toEqual([200, { message: DIGEST_MESSAGES.ended }])
  }
  expect((await who.get<DigestView>('/notifications/digest')).body.every).toBeNull()
  // Whoever knows another person's id has no link.
  const forged = link.replace(who.id, other.id)
  expect((await fetch(forged, { method: 'POST' })).status).toBe(400)
  expect((await choose(other, null)).body.every).toBeNull()
  await pleases(other)
  await look(other)
  expect(mailsTo(other)).toEqual([])
})

it('is looked for by one index', async () => {
  const who = await reader('week')
  await rows('notification_digests').updateOne(idOf(who), { $set: { nextAt: new Date(0) } })
  const { dueDigests } = await import('#server/features/notifications/digest/digest-mails.ts')
  expectIndexed(await readsOf(() => dueDigests(new Date())))
})
