import mongoose, { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { runMigration } from '#server/platform/mongo/migrations.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { mediaInSearch } from './0004-media-in-search.ts'

beforeAll(() => connectStore(freshDatabase()))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

test('posts with media get their search word once, and blocks are to be built again', async () => {
  const db = mongoose.connection.db!
  const post = (mediaType: string | null) => ({ _id: new mongo.ObjectId(), mediaType, words: ['a'] })
  await db.collection('posts').insertMany([post('image'), post(null), post('video')])
  await db.collection('search_blocks').insertOne({ postings: new mongo.ObjectId(), builds: [] })
  for (let run = 0; run < 2; run += 1) {
    await runMigration(mediaInSearch, new AbortController().signal)
    const posts = await db.collection('posts').find().toArray()
    expect(posts.map(({ mediaType, words }) => [mediaType, words])).toEqual([
      ['image', ['a', 'has:media']],
      [null, ['a']],
      ['video', ['a', 'has:media']],
    ])
    expect((await db.collection('search_blocks').findOne())?.['postings']).toBeNull()
    await db.collection('migrations').deleteMany({})
  }
})
