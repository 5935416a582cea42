import mongoose, { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { runMigration } from '#server/platform/mongo/migrations.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { namesThatTurn } from './0012-names-that-turn.ts'

beforeAll(() => connectStore(freshDatabase()))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

test('names lose the characters that turn letters, once, and their copies are to be written again', async () => {
  const db = mongoose.connection.db!
  const person = (displayName: string) => ({ _id: new mongo.ObjectId(), displayName, rev: 1 })
  const turned = person('\u202eklim\u202c')
  await db.collection('users').insertMany([turned, person('עמר'), person('Ann')])
  await db.collection('conversations').insertOne({ group: { name: 'The \u2067throne' }, rev: 4 })
  for (let run = 0; run < 2; run += 1) {
    await runMigration(namesThatTurn, new AbortController().signal)
    const people = await db.collection('users').find().toArray()
    expect(people.map(({ displayName, rev }) => [displayName, rev])).toEqual([
      ['klim', 2],
      ['עמר', 1],
      ['Ann', 1],
    ])
    expect(await db.collection('conversations').findOne()).toMatchObject({
      group: { name: 'The throne' },
      rev: 5,
    })
    const userId = String(turned._id)
    expect(await db.collection('jobs').find().toArray()).toMatchObject([
      { kind: 'rename', key: userId, payload: { userId }, state: 'waiting', asked: 1 },
    ])
    await db.collection('migrations').deleteMany({})
  }
})
