import mongoose, { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { runMigration } from '#server/platform/mongo/migrations.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { notificationsOfWhatIsGone } from './0010-notifications-of-what-is-gone.ts'

beforeAll(() => connectStore(freshDatabase()))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

test('[L67] notifications of deleted posts and comments leave the list and the count, all others stay', async () => {
  const db = mongoose.connection.db!
  const id = () => new mongo.ObjectId()
  const [bob, post, comment, gone] = [id(), id(), id(), id()]
  await db.collection('posts').insertOne({ _id: post, plunger: { startedAt: new Date(), rules: {} } })
  await db.collection('comments').insertOne({ _id: comment })
  const notification = (seq: number, data: object, read = false) => ({
    _id: id(),
    userId: bob,
    seq,
    read,
    data,
    rev: 1,
  })
  const [postId, commentId] = [String(post), String(comment)]
  await db
    .collection('notifications')
    .insertMany([
      notification(1, { postId }),
      notification(2, { postId, commentId }),
      notification(3, { postId, commentId: String(gone) }),
      notification(4, { postId: String(gone) }),
      notification(5, { postId: String(gone) }, true),
      notification(6, { followerHandle: 'ann' }),
    ])
  await db
    .collection<{ _id: mongo.ObjectId }>('notification_counters')
    .insertOne({ _id: bob, unread: 5, rev: 9 } as never)
  for (let run = 0; run < 2; run += 1) {
    await runMigration(notificationsOfWhatIsGone, new AbortController().signal)
    const left = await db.collection('notifications').find().sort({ seq: 1 }).toArray()
    expect(left.map(({ seq }) => seq as number)).toEqual([1, 2, 6])
    const aside = await db.collection('withdrawn_notifications').find().toArray()
    expect(aside.map(({ seq, cause }) => [seq, cause])).toEqual([3, 4, 5].map((seq) => [seq, String(gone)]))
    expect(await db.collection('notification_counters').findOne({ _id: bob })).toMatchObject({ unread: 3 })
    expect((await db.collection('posts').findOne({ _id: post }))!['plunger'].endsAt).toBeInstanceOf(Date)
    await db.collection('migrations').deleteMany({})
  }
})
