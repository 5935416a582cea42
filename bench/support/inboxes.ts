import { ObjectId, type Db } from 'mongodb'
import type { MembershipDocument } from '#server/features/messages/memberships.model.ts'
import type { ConversationDocument } from '#server/features/messages/messages.model.ts'
import { messageRow } from './chats.ts'
import { personId } from './world.ts'

/** Each person has conversations with so many of the next ones, and as many with those before. */
const NEXT = 4
/** One conversation in so many has something unread. */
const UNREAD = 8
const BATCH = 5_000
const MINUTE = 60_000

const conversationId = (at: number): ObjectId =>
  new ObjectId((0xd00000000000 + at).toString(16).padStart(24, '0'))

/** Gives the first `people` of the world conversations, in a ring: eight each. */
export async function buildInboxes(db: Db, people: number): Promise<void> {
  const ids = { $gte: conversationId(0), $lt: conversationId(0x0fffffffffff) }
  await db.collection('conversations').deleteMany({ _id: ids })
  await db.collection('memberships').deleteMany({ conversationId: ids })
  await db.collection('messages').deleteMany({ conversationId: ids })
  const all = Array.from({ length: people * NEXT }, (_, at) => inboxOf(at, people))
  for (let from = 0; from < all.length; from += BATCH) {
    const some = all.slice(from, from + BATCH)
    await db.collection('conversations').insertMany(some.map(({ conversation }) => conversation))
    await db.collection('memberships').insertMany(some.flatMap(({ members }) => members))
    await db.collection('messages').insertMany(some.map(({ message }) => message))
  }
}

function inboxOf(at: number, people: number) {
  const first = Math.floor(at / NEXT)
  const pair = [first, (first + 1 + (at % NEXT)) % people].map((one) => new ObjectId(personId(one)))
  const [senderId, receiverId] = pair as [ObjectId, ObjectId]
  const createdAt = new Date(Date.now() - (at % 997) * MINUTE)
  const content = `Hello number ${at}, how are you today?`
  const [_id, said] = [conversationId(at), { seq: 1, at: createdAt }]
  const conversation: ConversationDocument = {
    _id,
    pair: pair.map(String).sort().join(':'),
    people: pair,
    lastSeq: 1,
    lastMessage: { senderId, content, createdAt },
    said,
    createdAt,
    rev: 1,
  }
  const message = messageRow({ conversationId: _id, seq: 1, senderId, receiverId, content, createdAt })
  const member = (userId: ObjectId, otherId: ObjectId, readSeq: number): MembershipDocument => ({
    _id: new ObjectId(),
    conversationId: _id,
    userId,
    otherId,
    readSeq,
    rev: 0,
  })
  const members = [member(senderId, receiverId, 1), member(receiverId, senderId, at % UNREAD === 0 ? 0 : 1)]
  return { conversation, message, members }
}
