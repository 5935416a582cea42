import type { Migration } from '#server/platform/mongo/migration.ts'

/** Until then the copy of a hidden post had the ids of those who reacted, and an erasure did not find all of them. */
export const reactionsOfHiddenPosts: Migration = {
  name: '0011-reactions-of-hidden-posts',
  does: 'Takes the list of people who reacted out of the copies of hidden posts; it is made again when a post comes back.',
  async run({ db }) {
    for (const [collection, list] of [
      ['post_tombstones', 'undoable.reactions'],
      ['removed_things', 'document.reactions'],
    ] as const)
      await db
        .collection(collection)
        .updateMany({ [`${list}.userId`]: { $exists: true } }, { $set: { [list]: [] } })
  },
}
