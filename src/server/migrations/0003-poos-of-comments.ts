import type { Migration } from '#server/platform/mongo/migration.ts'

/** Until version 0.2 comments had no reaction. The order by poos needs the figure in all of them. */
export const poosOfComments: Migration = {
  name: '0003-poos-of-comments',
  does: 'Gives every comment the figure of its poos.',
  async run({ db, eachGroup }) {
    await eachGroup('comments', { poos: { $exists: false } }, async (comments) => {
      const ids = comments.map(({ _id }) => _id)
      await db
        .collection('comments')
        .updateMany({ _id: { $in: ids }, poos: { $exists: false } }, { $set: { poos: 0 } })
    })
  },
}
