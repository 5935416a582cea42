import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { runMigration } from '#server/platform/mongo/migrations.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { oneSearch } from './0017-one-search.ts'

beforeAll(() => connectStore(freshDatabase()))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

test('the former blocks of the search go, posts and the new blocks stay, also at a second run', async () => {
  const db = mongoose.connection.db!
  for (const name of ['search_blocks', 'search_postings', 'posts', 'word_blocks', 'word_postings'])
    await db.collection(name).insertOne({ name })
  for (let run = 0; run < 2; run += 1) {
    await runMigration(oneSearch, new AbortController().signal)
    const left = (await db.listCollections().toArray()).map(({ name }) => name)
    expect(left.filter((name) => name.startsWith('search_'))).toEqual([])
    for (const name of ['posts', 'word_blocks', 'word_postings'])
      expect(await db.collection(name).countDocuments(), name).toBe(1)
    await db.collection('migrations').deleteMany({})
  }
})
