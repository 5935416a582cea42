import type { mongo } from 'mongoose'
import type { Migration } from '#server/platform/mongo/migration.ts'

/** A conversation of the version before, with what each of its people has of it in maps by person. */
interface Before {
  _id: mongo.ObjectId
  people: mongo.ObjectId[]
  group?: {
    joined?: Record<string, { at: Date; after: number }>
    told?: Record<string, number>
  }
  lastSeq: number
  lastMessage: { senderId: mongo.ObjectId; seq?: number; createdAt: Date; event?: string } | null
  readSeq?: Record<string, number>
  muted?: Record<string, { until: Date | null }>
  markedUnread?: Record<string, true>
  hidesReads?: Record<string, true>
  archivedBy?: mongo.ObjectId[]
  pinnedBy?: { id: mongo.ObjectId; at: Date }[]
  request?: { from: mongo.ObjectId; to?: mongo.ObjectId }
  atBlock?: Record<string, { card: object; readSeq: number }>
}

/** Until version 0.3 a conversation had all of it, in maps by person. */
export const membershipsOfConversations: Migration = {
  name: '0016-memberships',
  does: 'Gives each person in a conversation a record of their own: what they have read and set for it.',
  async run({ db, eachGroup }) {
    await eachGroup('conversations', { said: { $exists: false } }, async (documents) => {
      const found = documents as unknown as Before[]
      const writes = found.flatMap((conversation) =>
        conversation.people
          // In the place of an erased person there is the conversation's own id.
          .filter((id) => !id.equals(conversation._id))
          .map((userId) => ({
            updateOne: {
              filter: { conversationId: conversation._id, userId },
              update: { $setOnInsert: membershipIn(conversation, userId) },
              upsert: true,
            },
          })),
      )
      if (writes.length > 0) await db.collection('memberships').bulkWrite(writes)
      await db.collection<Before>('conversations').bulkWrite(
        found.map(({ _id, lastSeq, lastMessage }) => ({
          updateOne: {
            filter: { _id },
            update: {
              $set: { said: { seq: lastSeq, at: lastMessage?.createdAt ?? new Date(0) } },
              $unset: MAPS,
            },
          },
        })),
      )
    })
  },
}

const MAPS = {
  unread: 1,
  readSeq: 1,
  muted: 1,
  markedUnread: 1,
  hidesReads: 1,
  privateRevs: 1,
  told: 1,
  atBlock: 1,
  archivedBy: 1,
  pinnedBy: 1,
  'request.to': 1,
  'request.hiddenRevs': 1,
  'group.joined': 1,
  'group.told': 1,
} as const

function membershipIn(conversation: Before, userId: mongo.ObjectId): mongo.Document {
  const id = userId.toHexString()
  const { people, group, readSeq, muted, hidesReads, archivedBy, pinnedBy, request, atBlock } = conversation
  const otherId = group ? undefined : people.find((one) => !one.equals(userId))
  const joined = group?.joined?.[id]
  const pin = pinnedBy?.find((one) => one.id.equals(userId))
  const isAsked = request !== undefined && !request.from.equals(userId)
  const frozen = otherId && atBlock?.[otherId.toHexString()]
  return {
    ...(otherId && { otherId }),
    ...(joined && { joinedAt: joined.at, after: joined.after }),
    readSeq: readSeq?.[id] ?? 0,
    ...(group?.told?.[id] !== undefined && { told: group.told[id] }),
    ...(muted?.[id] && { muted: muted[id] }),
    ...(conversation.markedUnread?.[id] && { markedUnread: true }),
    ...(hidesReads?.[id] && otherId && { hidesReads: true }),
    ...(archivedBy?.some((one) => one.equals(userId)) && { archivedSeq: conversation.lastSeq }),
    ...(pin && { pinnedAt: pin.at }),
    ...(isAsked && {
      request: request.to ? 'waiting' : 'declined',
      requestAt: conversation.lastMessage?.createdAt ?? new Date(0),
    }),
    ...(frozen && { atBlock: { card: frozen.card, readSeq: frozen.readSeq } }),
    rev: 0,
  }
}
