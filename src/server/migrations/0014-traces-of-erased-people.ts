import { mongo } from 'mongoose'
import type { Migration } from '#server/platform/mongo/migration.ts'

interface Media {
  usedBy: { people?: mongo.ObjectId[] }[]
}

/** Until then an erasure left the person's id in the files and in the removed messages that others had sent to them. */
export const tracesOfErasedPeople: Migration = {
  name: '0014-traces-of-erased-people',
  does: 'Takes the ids of people whose accounts are erased out of files and removed messages that others sent to them.',
  async run({ db, eachGroup }) {
    const erased = async (ids: readonly mongo.ObjectId[]): Promise<mongo.ObjectId[]> => {
      const there = await db
        .collection('users')
        .find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } })
        .toArray()
      const isThere = new Set(there.map(({ _id }) => _id.toHexString()))
      return ids.filter((id) => !isThere.has(id.toHexString()))
    }
    await eachGroup('media', { 'usedBy.people.0': { $exists: true } }, async (files) => {
      const uses = files.flatMap(({ usedBy }) => usedBy as { people?: mongo.ObjectId[] }[])
      const gone = await erased(uses.flatMap(({ people = [] }) => people))
      const which = { _id: { $in: files.map(({ _id }) => _id) } }
      const people = { $in: gone }
      if (gone.length > 0)
        await db.collection<Media>('media').updateMany(which, { $pull: { 'usedBy.$[].people': people } })
    })
    const ofTwo = { kind: 'message', $expr: { $ne: ['$document.receiverId', '$document.conversationId'] } }
    await eachGroup('removed_things', ofTwo, async (messages) => {
      const receivers = messages.map(
        ({ document }) => (document as { receiverId: mongo.ObjectId }).receiverId,
      )
      const gone = await erased(receivers.filter((id) => id instanceof mongo.ObjectId))
      await db
        .collection('removed_things')
        .updateMany(
          { _id: { $in: messages.map(({ _id }) => _id) }, 'document.receiverId': { $in: gone } },
          { $unset: { 'document.receiverId': 1 } },
        )
    })
  },
}
