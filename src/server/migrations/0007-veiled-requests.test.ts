import mongoose, { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { runMigration } from '#server/platform/mongo/migrations.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { veiledRequests } from './0007-veiled-requests.ts'

beforeAll(() => connectStore(freshDatabase()))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

test('[L45] the files of requests are for their senders alone, those of other conversations stay as they are', async () => {
  const db = mongoose.connection.db!
  const [ann, bob] = [new mongo.ObjectId(), new mongo.ObjectId()]
  const chat = async (request?: object) => {
    const [conversationId, messageId, mediaId] = [
      new mongo.ObjectId(),
      new mongo.ObjectId(),
      new mongo.ObjectId(),
    ]
    await db.collection('conversations').insertOne({ _id: conversationId, ...(request && { request }) })
    await db.collection('messages').insertMany([
      { _id: messageId, conversationId, seq: 1, senderId: ann, media: { _id: mediaId } },
      { conversationId, seq: 2, senderId: ann, media: null },
    ])
    const use = { kind: 'message', id: messageId, people: [ann, bob] }
    await db.collection('media').insertOne({ _id: mediaId, token: String(mediaId), usedBy: [use] })
    return { conversationId, mediaId }
  }
  const [asked, declined, talk] = [
    await chat({ from: ann, to: bob }),
    await chat({ from: ann }),
    await chat(),
  ]
  for (let run = 0; run < 2; run += 1) {
    await runMigration(veiledRequests, new AbortController().signal)
    for (const [{ conversationId, mediaId }, isRequest] of [
      [asked, true],
      [declined, true],
      [talk, false],
    ] as const) {
      const messages = await db.collection('messages').find({ conversationId }).toArray()
      expect(messages.map(({ veiled }) => veiled === true)).toEqual([isRequest, isRequest])
      const media = await db.collection('media').findOne({ _id: mediaId })
      expect(media!['usedBy'][0].people).toEqual(isRequest ? [ann] : [ann, bob])
    }
    await db.collection('migrations').deleteMany({})
  }
})
