import mongoose, { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { runMigration } from '#server/platform/mongo/migrations.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { claimsOfConversations } from './0018-conversation-claims.ts'

beforeAll(() => connectStore(freshDatabase()))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

const id = () => new mongo.ObjectId()
const pairOf = (...people: mongo.ObjectId[]) => people.map((one) => one.toHexString()).join(':')

test('each pair, invitation link and making of a group is claimed for its conversation, also in a second run', async () => {
  const db = mongoose.connection.db!
  const [ann, bob, ofTwo, half, group, plain] = [id(), id(), id(), id(), id(), id()]
  await db.collection('conversations').insertMany([
    { _id: ofTwo, pair: pairOf(ann, bob), people: [ann, bob] },
    { _id: half, pair: pairOf(bob, half), people: [half, bob] },
    {
      _id: group,
      pair: `group:${group.toHexString()}`,
      people: [ann],
      group: { name: 'x', invite: { hash: 'h', by: ann } },
    },
    { _id: plain, pair: `group:${plain.toHexString()}`, people: [ann], group: { name: 'y' } },
  ])
  await db.collection('messages').insertMany([
    { conversationId: group, seq: 1, senderId: ann, clientId: 'first', notice: { event: 'made' } },
    { conversationId: group, seq: 2, senderId: ann, clientId: 'second' },
    { conversationId: plain, seq: 1, senderId: ann, notice: { event: 'made' } },
    { conversationId: ofTwo, seq: 1, senderId: ann, clientId: 'third' },
  ])
  for (let run = 0; run < 2; run += 1) {
    await runMigration(claimsOfConversations, new AbortController().signal)
    expect(await db.collection('conversation_claims').find().sort({ _id: 1 }).toArray()).toEqual(
      [
        { _id: pairOf(ann, bob), conversationId: ofTwo },
        { _id: 'invite:h', conversationId: group },
        { _id: `made:${ann.toHexString()}:first`, conversationId: group },
      ].sort((one, other) => (one._id < other._id ? -1 : 1)),
    )
    await db.collection('migrations').deleteMany({})
  }
})
