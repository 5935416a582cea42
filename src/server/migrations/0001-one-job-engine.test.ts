import mongoose, { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { runMigration } from '#server/platform/mongo/migrations.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { oneJobEngine } from './0001-one-job-engine.ts'

beforeAll(() => connectStore(freshDatabase()))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

test('jobs of the older queues are moved to the one queue once, also when the migration is interrupted and run again', async () => {
  const db = mongoose.connection.db!
  const [mail, person, video, ready, post] = Array.from({ length: 5 }, () => new mongo.ObjectId())
  const expiresAt = new Date(Date.now() + 3_600_000)
  await db.collection('mails').insertOne({
    _id: mail!,
    kind: 'reset-password',
    about: { email: 'a@b.example' },
    dueAt: new Date(),
    attempts: 2,
    expiresAt,
  })
  await db.collection('deletions').insertOne({
    _id: person!,
    handle: 'gone',
    email: 'gone@b.example',
    requestedAt: new Date(),
    dueAt: new Date(),
    worker: null,
    failures: 0,
  })
  await db.collection('media').insertMany([
    { _id: video!, state: 'processing', job: { dueAt: new Date(), worker: 'x', attempts: 1, format: 'mov' } },
    { _id: ready!, state: 'ready' },
  ])
  await db
    .collection('post_tombstones')
    .insertMany([{ _id: post!, remains: true }, { _id: new mongo.ObjectId() }])

  for (let run = 0; run < 2; run++) await runMigration(oneJobEngine, new AbortController().signal)

  const jobs = await db
    .collection('jobs')
    .find({}, { projection: { _id: 0, createdAt: 0 } })
    .sort({ kind: 1 })
    .toArray()
  const waiting = {
    state: 'waiting',
    dueAt: new Date(0),
    owner: null,
    attempts: 0,
    failures: 0,
    asked: 1,
    lastError: null,
    progress: null,
  }
  expect(jobs).toEqual([
    { kind: 'clear-post', key: String(post), payload: { postId: String(post) }, ...waiting },
    {
      kind: 'erase-account',
      key: String(person),
      payload: { userId: String(person), handle: 'gone', email: 'gone@b.example' },
      ...waiting,
    },
    {
      kind: 'mail:reset-password',
      key: String(mail),
      payload: { email: 'a@b.example' },
      expiresAt,
      ...waiting,
    },
    { kind: 'video', key: String(video), payload: { mediaId: String(video) }, ...waiting },
  ])
  expect((await db.collection('media').findOne({ _id: video! }))!['job']).toEqual({ format: 'mov' })
  expect(
    (await db.collection('mails').countDocuments()) + (await db.collection('deletions').countDocuments()),
  ).toBe(0)
})
