import mongoose, { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { runMigration } from '#server/platform/mongo/migrations.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { lastSeenOfPeople } from './0013-last-seen.ts'

beforeAll(() => connectStore(freshDatabase()))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

test('people are seen when they last used a session, else when they last logged in', async () => {
  const db = mongoose.connection.db!
  const at = (day: number) => new Date(Date.UTC(2026, 9, day))
  const [ann, bob, cat, gone] = Array.from({ length: 4 }, () => new mongo.ObjectId()) as [
    mongo.ObjectId,
    mongo.ObjectId,
    mongo.ObjectId,
    mongo.ObjectId,
  ]
  await db
    .collection('users')
    .insertMany([{ _id: ann, lastLoginAt: at(1) }, { _id: bob, lastLoginAt: at(2) }, { _id: cat }])
  const session = (user: mongo.ObjectId, lastModified: Date) => ({
    _id: `${String(user)} ${lastModified.getTime()}`,
    session: { passport: { user: String(user) } },
    lastModified,
  })
  await db
    .collection<{ _id: string }>('sessions')
    .insertMany([session(ann, at(3)), session(ann, at(5)), session(gone, at(6))])
  for (let run = 0; run < 2; run += 1) {
    await runMigration(lastSeenOfPeople, new AbortController().signal)
    const people = await db.collection('users').find().sort({ _id: 1 }).toArray()
    expect(people.map(({ lastSeenAt }) => lastSeenAt as Date)).toEqual([at(5), at(2), undefined])
    await db.collection('migrations').deleteMany({})
  }
})
