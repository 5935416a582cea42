import { mongo } from 'mongoose'
import { afterAll, expect, it } from 'vitest'
import type { BlogPostView } from '#contract/blog.ts'
import { person } from '#tests/support/http-client.ts'
import { startMailServer, type MailServer } from '#tests/support/mail.ts'
import { until } from '#tests/support/until.ts'
import { startKillableServer } from './killable-server.ts'

const READERS = 300
/** Mails that one process sends at the same moment. */
const IN_FLIGHT = 4

let post: MailServer
const killable = startKillableServer(async () => {
  post = await startMailServer()
  return { SMTP_URL: post.url, CONFIRM_ADDRESS: 'off' }
})
afterAll(() => post.close())

it('a kill during the mailing of an article mails it to nobody twice, and to all who were not being mailed', async () => {
  const king = await person(killable.server, 'mailing_king')
  await killable.db
    .collection('users')
    .updateOne({ _id: new mongo.ObjectId(king.id) }, { $set: { isAdmin: true } })
  const confirmedAt = new Date()
  await killable.db
    .collection('decree_subscriptions')
    .insertMany(Array.from({ length: READERS }, (_, at) => ({ email: `r${at}@people.example`, confirmedAt })))
  await killable.restart()
  const jobs = killable.db.collection('jobs')
  const mine = { kind: { $in: ['mail-decree', 'mail:decree'] } }
  const { status, body: article } = await king.post<BlogPostView>('/blog/posts', {
    title: 'Of haste',
    slug: 'of-haste',
    content: 'Hear ye.',
    published: true,
  })
  expect(status).toBe(201)
  await until('the mailing has begun', () => post.mails.length >= 50, 30_000)
  const again = { kind: 'mail-decree', key: article.id, payload: { decreeId: article.id }, state: 'waiting' }
  const fresh = { owner: null, attempts: 0, failures: 0, progress: null, lastError: null, asked: 1 }
  await killable.restart(async () => {
    expect(await jobs.countDocuments(mine)).toBeGreaterThan(0)
    // As after a kill between the mails of a portion and its progress: the whole mailing runs again.
    await jobs.deleteMany({ kind: 'mail-decree' })
    await jobs.insertOne({ ...again, ...fresh, dueAt: new Date(), createdAt: new Date() })
  })
  await until('all jobs are gone', async () => (await jobs.countDocuments(mine)) === 0, 90_000)
  const addresses = post.mails.map((mail) => mail.to![0]!.address)
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses.length).toBeGreaterThanOrEqual(READERS - IN_FLIGHT)
}, 180_000)

it('a kill during the mailing of unread notifications mails nobody twice, and all who were not being mailed', async () => {
  const people = Array.from({ length: READERS }, (_, at) => ({
    _id: new mongo.ObjectId(),
    name: `digest_${at}`,
  }))
  const store = killable.db
  const insert = (collection: string, row: (person: (typeof people)[number]) => object) =>
    store.collection(collection).insertMany(people.map(row))
  const createdAt = new Date()
  await insert('users', ({ _id, name }) => ({
    _id,
    handle: name,
    email: `${name}@people.example`,
    emailVerified: true,
  }))
  await insert('notifications', ({ _id }) => ({
    userId: _id,
    seq: 1,
    type: 'FOLLOW',
    data: {},
    message: 'Somebody followed you',
    actor: {},
    read: false,
    createdAt,
    rev: 1,
  }))
  await insert('notification_counters', ({ _id }) => ({ _id, seq: 1, unread: 1, rev: 1 }))
  await insert('notification_digests', ({ _id }) => ({
    _id,
    every: 'day',
    nextAt: new Date(0),
    queuedSeq: 0,
    mailedSeq: 0,
  }))
  const before = post.mails.length
  const jobs = store.collection('jobs')
  const due = () => store.collection('notification_digests').countDocuments({ nextAt: { $lte: new Date() } })
  await jobs.updateOne({ kind: 'digests' }, { $set: { dueAt: new Date(0) } })
  await until('the mailing has begun', () => post.mails.length >= before + 50, 30_000)
  await killable.restart()
  await jobs.updateOne({ kind: 'digests' }, { $set: { dueAt: new Date(0) } })
  await until(
    'all is mailed',
    async () => (await due()) === 0 && (await jobs.countDocuments({ kind: 'mail:digest' })) === 0,
    90_000,
  )
  const addresses = post.mails.slice(before).map((mail) => mail.to![0]!.address)
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses.length).toBeGreaterThanOrEqual(READERS - IN_FLIGHT)
}, 180_000)
