import type { mongo } from 'mongoose'
import type { Migration } from '#server/platform/mongo/migration.ts'

interface Before {
  _id: mongo.ObjectId
  pair: string
  people: mongo.ObjectId[]
  group?: { invite?: { hash: string } }
}

interface Claim {
  _id: string
  conversationId: mongo.ObjectId
}

/** Until version 0.3 unique indexes of the conversations and messages kept these apart. */
export const claimsOfConversations: Migration = {
  name: '0018-conversation-claims',
  does: 'Writes for each conversation which pair of people, invitation link and making of a group it stands for.',
  async run({ db, eachGroup }) {
    await eachGroup('conversations', {}, async (documents) => {
      const found = documents as unknown as Before[]
      const groups = found.filter(({ group }) => group).map(({ _id }) => _id)
      const made = await db
        .collection<{ conversationId: mongo.ObjectId; senderId: mongo.ObjectId; clientId: string }>(
          'messages',
        )
        .find({ conversationId: { $in: groups }, seq: 1, clientId: { $exists: true } })
        .toArray()
      const claims: Claim[] = [
        ...found.flatMap(claimsOf),
        ...made.map(({ conversationId, senderId, clientId }) => ({
          _id: `made:${senderId.toHexString()}:${clientId}`,
          conversationId,
        })),
      ]
      if (claims.length > 0)
        await db.collection<Claim>('conversation_claims').bulkWrite(
          claims.map(({ _id, conversationId }) => ({
            updateOne: { filter: { _id }, update: { $set: { conversationId } }, upsert: true },
          })),
        )
    })
  },
}

function claimsOf({ _id: conversationId, pair, people, group }: Before): Claim[] {
  if (group) return group.invite ? [{ _id: `invite:${group.invite.hash}`, conversationId }] : []
  // In the place of an erased person there is the conversation's own id.
  return people.some((id) => id.equals(conversationId)) ? [] : [{ _id: pair, conversationId }]
}
