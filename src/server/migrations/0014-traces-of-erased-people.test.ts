import mongoose, { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { runMigration } from '#server/platform/mongo/migrations.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { tracesOfErasedPeople } from './0014-traces-of-erased-people.ts'

beforeAll(() => connectStore(freshDatabase()))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

test('files and removed messages no longer name people without an account, and keep everybody else', async () => {
  const db = mongoose.connection.db!
  const [ann, erased, group] = [new mongo.ObjectId(), new mongo.ObjectId(), new mongo.ObjectId()]
  await db.collection('users').insertOne({ _id: ann })
  const use = (people?: mongo.ObjectId[]) => ({ kind: 'message', id: group, ...(people && { people }) })
  await db
    .collection('media')
    .insertMany([{ usedBy: [use([ann, erased]), use()] }, { usedBy: [use([ann])] }, { usedBy: [] }])
  const message = (receiverId: mongo.ObjectId, conversationId = new mongo.ObjectId()) => ({
    kind: 'message',
    document: { content: 'Hello', receiverId, conversationId },
  })
  const [toGroup, toAnn, toErased] = [message(group, group), message(ann), message(erased)]
  await db.collection('removed_things').insertMany([toGroup, toAnn, toErased, { kind: 'post', document: {} }])
  const { receiverId: _, ...nameless } = toErased.document
  for (let run = 0; run < 2; run += 1) {
    await runMigration(tracesOfErasedPeople, new AbortController().signal)
    const media = await db.collection('media').find().toArray()
    expect(media.map(({ usedBy }) => usedBy as unknown)).toEqual([[use([ann]), use()], [use([ann])], []])
    const removed = await db.collection('removed_things').find().toArray()
    expect(removed.map(({ document }) => document as unknown)).toEqual([
      toGroup.document,
      toAnn.document,
      nameless,
      {},
    ])
    await db.collection('migrations').deleteMany({})
  }
})
