import type { Migration } from '#server/platform/mongo/migration.ts'

/**
 * Until version 0.2 the search did not know which posts have a picture or a video. The blocks of the search are
 * built again by their job.
 */
export const mediaInSearch: Migration = {
  name: '0004-media-in-search',
  does: 'Makes posts with a picture or a video findable by has:media.',
  async run({ db, eachGroup }) {
    const without = { mediaType: { $type: 'string' }, words: { $ne: 'has:media' } } as const
    await eachGroup('posts', without, async (posts) => {
      const ids = posts.map(({ _id }) => _id)
      await db.collection('posts').updateMany({ _id: { $in: ids } }, { $addToSet: { words: 'has:media' } })
    })
    await db.collection('search_blocks').updateMany({}, { $set: { postings: null } })
  },
}
