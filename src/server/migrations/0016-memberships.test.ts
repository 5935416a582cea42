import mongoose, { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { runMigration } from '#server/platform/mongo/migrations.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { membershipsOfConversations } from './0016-memberships.ts'

beforeAll(() => connectStore(freshDatabase()))
afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectStore()
})

const id = () => new mongo.ObjectId()
const [ann, bob, cat] = [id(), id(), id()]
const [ANN, BOB] = [ann.toHexString(), bob.toHexString()]
const at = new Date('2026-01-01')
const lastMessage = { senderId: ann, content: 'x', createdAt: at }
const card = { id: BOB, handle: 'bob', displayName: 'Bob', avatarUrl: null }

test('each person gets what the conversation had of them, once, and nobody else gets anything', async () => {
  const db = mongoose.connection.db!
  const [plain, asked, declined, group, erased] = [id(), id(), id(), id(), id()]
  await db.collection('conversations').insertMany([
    {
      _id: plain,
      people: [ann, bob],
      lastSeq: 9,
      lastMessage,
      readSeq: { [ANN]: 4 },
      muted: { [ANN]: { until: null } },
      markedUnread: { [ANN]: true },
      hidesReads: { [BOB]: true },
      archivedBy: [bob],
      pinnedBy: [{ id: ann, at }],
      atBlock: { [BOB]: { card, readSeq: 3, hiddenRevs: 2 } },
      privateRevs: { [ANN]: 5 },
      rev: 12,
    },
    { _id: asked, people: [ann, bob], lastSeq: 1, lastMessage, request: { from: ann, to: bob }, rev: 1 },
    { _id: declined, people: [ann, bob], lastSeq: 1, lastMessage, request: { from: ann }, rev: 1 },
    {
      _id: group,
      people: [ann, cat],
      group: { joined: { [ANN]: { at, after: 3 } }, told: { [ANN]: 5 }, former: [bob] },
      lastSeq: 6,
      lastMessage,
      readSeq: { [ANN]: 5 },
      rev: 1,
    },
    { _id: erased, people: [erased, bob], lastSeq: 2, lastMessage, readSeq: { [BOB]: 2 }, rev: 1 },
  ])
  const memberOf = async (conversationId: mongo.ObjectId, userId: mongo.ObjectId) =>
    db.collection('memberships').findOne({ conversationId, userId }, { projection: { _id: 0 } })
  for (let run = 0; run < 2; run += 1) {
    await runMigration(membershipsOfConversations, new AbortController().signal)
    expect(await memberOf(plain, ann)).toEqual({
      conversationId: plain,
      userId: ann,
      otherId: bob,
      readSeq: 4,
      muted: { until: null },
      markedUnread: true,
      pinnedAt: at,
      atBlock: { card, readSeq: 3 },
      rev: 0,
    })
    expect(await memberOf(plain, bob)).toEqual({
      conversationId: plain,
      userId: bob,
      otherId: ann,
      readSeq: 0,
      hidesReads: true,
      archivedSeq: 9,
      rev: 0,
    })
    expect(await memberOf(asked, ann)).not.toHaveProperty('request')
    expect(await memberOf(asked, bob)).toMatchObject({ request: 'waiting', requestAt: at })
    expect(await memberOf(declined, bob)).toMatchObject({ request: 'declined', requestAt: at })
    expect(await memberOf(group, ann)).toEqual({
      conversationId: group,
      userId: ann,
      joinedAt: at,
      after: 3,
      readSeq: 5,
      told: 5,
      rev: 0,
    })
    expect(await memberOf(group, bob)).toBeNull()
    expect(await memberOf(erased, bob)).toMatchObject({ otherId: erased, readSeq: 2 })
    expect(await db.collection('memberships').countDocuments()).toBe(9)
    const said = { seq: 9, at }
    expect(await db.collection('conversations').findOne({ _id: plain })).toEqual({
      _id: plain,
      people: [ann, bob],
      lastSeq: 9,
      lastMessage,
      said,
      rev: 12,
    })
    // What was read since is not undone by a second run.
    await db.collection('migrations').deleteMany({})
    await db.collection('conversations').updateMany({}, { $unset: { said: 1 } })
  }
})
