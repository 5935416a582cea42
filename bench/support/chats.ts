import { ObjectId, type Db } from 'mongodb'
import type { ConversationClaim } from '#server/features/messages/conversation-claims.model.ts'
import type { ConversationDocument, MessageDocument } from '#server/features/messages/messages.model.ts'
import { searchWords } from '#server/features/messages/search/search-words.ts'
import { seeded, type Dice } from '#tests/support/seeded.ts'
import { APART, RARE_WORDS, personId, rareWord, zipf } from './world.ts'

/** The person whose messages are searched, and their conversations. */
export const TALKER = personId(500)
const CONVERSATIONS = 50
const VOCABULARY = 5_000
const BATCH = 5_000

export const conversationId = (at: number): string => (0xc00000000000 + at).toString(16).padStart(24, '0')

interface Marker {
  _id: 'chats'
  messages: number
}

/** Gives one person so many messages in fifty conversations, unless they have them. */
export async function buildChats(db: Db, messages: number): Promise<void> {
  const markers = db.collection<Marker>('bench_world')
  if ((await markers.findOne({ _id: 'chats' }))?.messages === messages) return
  const ids = Array.from({ length: CONVERSATIONS }, (_, at) => new ObjectId(conversationId(at)))
  await db.collection('messages').deleteMany({ conversationId: { $in: ids } })
  await db.collection('conversations').deleteMany({ _id: { $in: ids } })
  const dice = seeded(7)
  const now = Date.now()
  const stored = db.collection<MessageDocument>('messages')
  for (let from = 0; from < messages; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, messages - from) }, (_, at) =>
      messageOf(dice, from + at, new Date(now - (messages - from - at) * 30_000)),
    )
    await stored.insertMany(batch, { ordered: false, writeConcern: { w: 1 } })
    if ((from + BATCH) % 100_000 === 0) console.log(`  messages: ${from + BATCH}`)
  }
  const lastSeq = Math.floor(messages / CONVERSATIONS)
  await db.collection<ConversationDocument>('conversations').insertMany(
    ids.map((_id, at) => ({
      _id,
      pair: [TALKER, otherId(at)].sort().join(':'),
      people: [new ObjectId(TALKER), new ObjectId(otherId(at))],
      lastSeq,
      lastMessage: {
        senderId: new ObjectId(TALKER),
        content: '',
        createdAt: new Date(now - (CONVERSATIONS - at) * 30_000),
      },
      said: { seq: lastSeq, at: new Date(now - (CONVERSATIONS - at) * 30_000) },
      createdAt: new Date(now - messages * 30_000),
      rev: 1,
    })),
  )
  const claims = db.collection<ConversationClaim>('conversation_claims')
  await claims.deleteMany({ conversationId: { $in: ids } })
  await claims.insertMany(
    ids.map((conversationId, at) => ({ _id: [TALKER, otherId(at)].sort().join(':'), conversationId })),
  )
  await db.collection('memberships').deleteMany({ conversationId: { $in: ids } })
  await db.collection('memberships').insertMany(
    ids.flatMap((_id, at) =>
      [
        [TALKER, otherId(at)],
        [otherId(at), TALKER],
      ].map(([userId, other]) => ({
        conversationId: _id,
        userId: new ObjectId(userId),
        otherId: new ObjectId(other),
        readSeq: lastSeq,
        rev: 0,
      })),
    ),
  )
  await markers.replaceOne({ _id: 'chats' }, { messages }, { upsert: true })
}

const otherId = (at: number): string => personId(600 + at)

/** The conversations take turns, and so do their two people. */
function messageOf(dice: Dice, at: number, createdAt: Date): MessageDocument {
  const chat = at % CONVERSATIONS
  const people = [TALKER, otherId(chat)].map((id) => new ObjectId(id))
  const [senderId, receiverId] = dice(2) === 0 ? people : people.toReversed()
  const content = textOf(dice)
  return messageRow({
    conversationId: new ObjectId(conversationId(chat)),
    seq: Math.floor(at / CONVERSATIONS) + 1,
    senderId: senderId!,
    receiverId: receiverId!,
    content,
    createdAt,
  })
}

type Said = Pick<
  MessageDocument,
  'conversationId' | 'seq' | 'senderId' | 'receiverId' | 'content' | 'createdAt'
>

/** A message of words alone, as the product stores it. */
export const messageRow = (said: Said): MessageDocument => ({
  ...said,
  _id: new ObjectId(),
  mediaUrl: null,
  mediaType: null,
  words: searchWords({ content: said.content, mediaType: null }),
  deleted: false,
  rev: 1,
})

/** One message in five thousand has a given rare word, one in twenty each of the two that never meet. */
function textOf(dice: Dice): string {
  const words = Array.from({ length: 4 + dice(16) }, () => `w${zipf(dice, VOCABULARY).toString(36)}`)
  if (dice(25) === 0) words.push(rareWord(dice(RARE_WORDS)))
  const apart = dice(20)
  if (apart < 2) words.push(APART[apart]!)
  return words.join(' ')
}
