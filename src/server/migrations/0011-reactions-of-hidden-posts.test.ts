import mongoose, { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { runMigration } from '#server/platform/mongo/migrations.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { reactionsOfHiddenPosts } from './0011-reactions-of-hidden-posts.ts'

beforeAll(() => connectStore(freshDatabase()))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

test('hidden posts lose the list of people who reacted, and nothing else changes', async () => {
  const db = mongoose.connection.db!
  const reactions = [{ emoji: '💩', userId: new mongo.ObjectId() }]
  const post = { text: 'Hidden', reactionTotal: 1 }
  const copies = [
    ['post_tombstones', 'undoable'],
    ['removed_things', 'document'],
  ] as const
  for (const [collection, field] of copies)
    await db.collection(collection).insertMany([{ rev: 1, [field]: { ...post, reactions } }, { rev: 2 }])
  await db.collection('removed_things').insertOne({ rev: 3, document: { content: 'A message' } })
  for (let run = 0; run < 2; run += 1) {
    await runMigration(reactionsOfHiddenPosts, new AbortController().signal)
    for (const [collection, field] of copies)
      expect(
        await db
          .collection(collection)
          .find({}, { projection: { _id: 0 } })
          .toArray(),
      ).toEqual([
        { rev: 1, [field]: { ...post, reactions: [] } },
        { rev: 2 },
        ...(collection === 'removed_things' ? [{ rev: 3, document: { content: 'A message' } }] : []),
      ])
    await db.collection('migrations').deleteMany({})
  }
})
