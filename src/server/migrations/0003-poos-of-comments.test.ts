import mongoose, { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { runMigration } from '#server/platform/mongo/migrations.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { poosOfComments } from './0003-poos-of-comments.ts'

beforeAll(() => connectStore(freshDatabase()))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

test('a comment without the figure gets it, and one that has it keeps it', async () => {
  const comments = mongoose.connection.db!.collection('comments')
  const comment = (text: string) => ({ _id: new mongo.ObjectId(), text, rev: 1 })
  await comments.insertMany([comment('old'), { ...comment('new'), poos: 7 }])
  await runMigration(poosOfComments, new AbortController().signal)
  const stored = await comments
    .find({}, { projection: { _id: 0 } })
    .sort({ text: 1 })
    .toArray()
  expect(stored).toEqual([
    { text: 'new', poos: 7, rev: 1 },
    { text: 'old', poos: 0, rev: 1 },
  ])
})
