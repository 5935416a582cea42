import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { runMigration } from '#server/platform/mongo/migrations.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { wordsOfEveryScript } from './0009-words-of-every-script.ts'

beforeAll(() => connectStore(freshDatabase()))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

test('a rebuild is requested, and one that has come halfway starts again', async () => {
  const jobs = mongoose.connection.db!.collection('jobs')
  for (const asked of [1, 2]) {
    await runMigration(wordsOfEveryScript, new AbortController().signal)
    expect(await jobs.find().toArray()).toMatchObject([
      { kind: 'rebuild', key: 'house', state: 'waiting', owner: null, progress: null, asked },
    ])
    await mongoose.connection.db!.collection('migrations').deleteMany({})
    await jobs.updateOne({}, { $set: { state: 'dead', diedAt: new Date(), progress: { part: 'people' } } })
  }
})
