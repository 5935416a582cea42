import mongoose, { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { runMigration } from '#server/platform/mongo/migrations.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { peopleAtBlocks } from './0002-people-at-blocks.ts'

beforeAll(() => connectStore(freshDatabase()))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

test("conversations across a block keep the blocker's current name, and a second run does not change it", async () => {
  const db = mongoose.connection.db!
  const [ann, bob, cat] = ['ann', 'bob', 'cat'].map((handle) => ({
    _id: new mongo.ObjectId(),
    handle,
    displayName: `$ir ${handle}`,
    avatarUrl: null,
    email: `${handle}@b.example`,
  }))
  await db.collection('users').insertMany([ann!, bob!, cat!])
  const pairOf = (one: typeof ann, other: typeof ann) =>
    [String(one!._id), String(other!._id)].sort().join(':')
  const relation = (one: typeof ann, other: typeof ann, kind: 'block' | 'mute') => ({
    _id: new mongo.ObjectId(),
    userId: one!._id,
    otherId: other!._id,
    kind,
    createdAt: new Date(),
  })
  await db
    .collection('relations')
    .insertMany([
      relation(ann, bob, 'block'),
      relation(ann, cat, 'mute'),
      relation(bob, cat, 'block'),
      { ...relation(ann, cat, 'block'), userId: new mongo.ObjectId() },
    ])
  await db.collection('conversations').insertMany([
    { _id: new mongo.ObjectId(), pair: pairOf(ann, bob), readSeq: { [String(ann!._id)]: 7 }, rev: 3 },
    { _id: new mongo.ObjectId(), pair: pairOf(ann, cat), rev: 5 },
  ])

  await runMigration(peopleAtBlocks, new AbortController().signal)
  const kept = { id: String(ann!._id), handle: 'ann', displayName: '$ir ann', avatarUrl: null }
  const conversations = () =>
    db
      .collection('conversations')
      .find({}, { projection: { _id: 0 } })
      .sort({ rev: 1 })
      .toArray()
  const expected = [
    {
      pair: pairOf(ann, bob),
      readSeq: { [kept.id]: 7 },
      rev: 4,
      atBlock: { [kept.id]: { card: kept, readSeq: 7 } },
    },
    { pair: pairOf(ann, cat), rev: 5 },
  ]
  expect(await conversations()).toEqual(expected)

  await db.collection('users').updateOne({ _id: ann!._id }, { $set: { displayName: 'Lady Ann' } })
  await db.collection('migrations').deleteMany({})
  await runMigration(peopleAtBlocks, new AbortController().signal)
  expect(await conversations()).toEqual(expected)
})
