import type { mongo } from 'mongoose'
import type { Migration } from '#server/platform/mongo/migration.ts'

/**
 * Until version 0.1 blocked people still saw new names and reading positions of their blocker in the old
 * conversation. From now on they do not.
 */
export const peopleAtBlocks: Migration = {
  name: '0002-people-at-blocks',
  does: 'Keeps how people who have blocked somebody are now, in the conversation with that person.',
  async run({ db, eachGroup }) {
    await eachGroup('relations', { kind: 'block' }, async (blocks) => {
      const blockers = await db
        .collection('users')
        .find(
          { _id: { $in: blocks.map(({ userId }) => userId as mongo.ObjectId) } },
          { projection: { handle: 1, displayName: 1, avatarUrl: 1 } },
        )
        .toArray()
      const cards = new Map(blockers.map(({ _id, ...card }) => [String(_id), { id: String(_id), ...card }]))
      const writes = blocks.flatMap(({ userId, otherId }) => {
        const [blocker, blocked] = [String(userId), String(otherId)]
        const card = cards.get(blocker)
        const field = `atBlock.${blocker}`
        const filter = { pair: [blocker, blocked].sort().join(':'), [field]: { $exists: false } }
        const readSeq = { $ifNull: [`$readSeq.${blocker}`, 0] }
        // A name may look like an expression ('$...').
        return card
          ? [
              {
                updateOne: {
                  filter,
                  update: [
                    { $set: { [field]: { card: { $literal: card }, readSeq }, rev: { $add: ['$rev', 1] } } },
                  ],
                },
              },
            ]
          : []
      })
      if (writes.length > 0) await db.collection('conversations').bulkWrite(writes)
    })
  },
}
