import mongoose, { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { runMigration } from '#server/platform/mongo/migrations.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { claimsOfAccounts } from './0019-account-claims.ts'

beforeAll(() => connectStore(freshDatabase()))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

test('each account claims its handle, its address and its Google account, also in a second run', async () => {
  const db = mongoose.connection.db!
  const [ann, bob] = [new mongo.ObjectId(), new mongo.ObjectId()]
  await db.collection('users').insertMany([
    { _id: ann, handle: 'ann', email: 'ann@people.example', googleId: '17' },
    { _id: bob, handle: 'bob', email: 'bob@people.example' },
  ])
  for (let run = 0; run < 2; run += 1) {
    await runMigration(claimsOfAccounts, new AbortController().signal)
    expect(await db.collection('account_claims').find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'email:ann@people.example', userId: ann },
      { _id: 'email:bob@people.example', userId: bob },
      { _id: 'googleId:17', userId: ann },
      { _id: 'handle:ann', userId: ann },
      { _id: 'handle:bob', userId: bob },
    ])
    await db.collection('migrations').deleteMany({})
  }
})
