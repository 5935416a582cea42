import type { mongo } from 'mongoose'
import type { Migration } from '#server/platform/mongo/migration.ts'

/**
 * Until version 0.2 the page alone kept the files of a request from its receiver. The version before goes on doing so;
 * the files open for both people again when this version accepts the request.
 */
export const veiledRequests: Migration = {
  name: '0007-veiled-requests',
  does: 'Keeps the pictures of requests that wait from their receivers, also by their addresses.',
  async run({ db, eachGroup }) {
    await eachGroup('conversations', { 'request.from': { $exists: true } }, async (conversations) => {
      for (const { _id, request } of conversations) {
        const from = (request as { from: mongo.ObjectId }).from
        const messages = db.collection('messages')
        const written = { conversationId: _id, senderId: from }
        await messages.updateMany(written, { $set: { veiled: true } })
        for await (const { _id: id, media } of messages.find({ ...written, media: { $type: 'object' } }))
          await db
            .collection('media')
            .updateOne(
              { _id: (media as mongo.Document)['_id'], 'usedBy.id': id },
              { $set: { 'usedBy.$.people': [from] } },
            )
      }
    })
  },
}
