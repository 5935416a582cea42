import mongoose, { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { runMigration } from '#server/platform/mongo/migrations.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { wordsOfMessages } from './0006-words-of-messages.ts'

beforeAll(() => connectStore(freshDatabase()))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

test('messages without words request one rebuild, and a store without such messages none', async () => {
  const db = mongoose.connection.db!
  const run = async () => {
    await runMigration(wordsOfMessages, new AbortController().signal)
    await db.collection('migrations').deleteMany({})
    return db
      .collection('jobs')
      .find({}, { projection: { _id: 0, kind: 1, key: 1, state: 1 } })
      .toArray()
  }
  const message = (more: object) => ({ _id: new mongo.ObjectId(), content: 'x', deleted: false, ...more })
  await db.collection('messages').insertMany([message({ words: ['x'] }), message({ deleted: true })])
  expect(await run()).toEqual([])
  await db.collection('messages').insertOne(message({}))
  for (let again = 0; again < 2; again += 1)
    expect(await run()).toEqual([{ kind: 'rebuild', key: 'house', state: 'waiting' }])
})
