import { MongoClient, ObjectId } from 'mongodb'
import { wordsIn } from '#server/platform/words.ts'
import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { message } from './calls.ts'
import type { Guest } from './people.ts'

/**
 * A conversation of so many messages of one person, of one day, all of which the other one has read: the first through
 * the API, the others by the driver. Returns its id.
 */
export async function insertMessages(
  sender: Guest,
  reader: Guest,
  count: number,
  contentOf: (seq: number) => string,
): Promise<string> {
  const { conversationId } = await message(sender, reader, contentOf(1))
  const store = await attachEmbedded(process.env['E2E_DATA_DIR']!)
  const client = await MongoClient.connect(store!.uri)
  try {
    const db = client.db()
    const id = new ObjectId(conversationId)
    const { _id, clientId, ...first } = (await db.collection('messages').findOne({ conversationId: id }))!
    const more = Array.from({ length: count - 1 }, (_, at) => ({
      ...first,
      seq: at + 2,
      content: contentOf(at + 2),
      words: ['is:message', ...wordsIn(contentOf(at + 2))],
    }))
    await db.collection('messages').insertMany(more)
    await db.collection('conversations').updateOne({ _id: id }, { $set: { lastSeq: count } })
    await db
      .collection('memberships')
      .updateOne({ conversationId: id, userId: new ObjectId(reader.id) }, { $set: { readSeq: count } })
  } finally {
    await client.close()
    await store!.close()
  }
  return conversationId
}
