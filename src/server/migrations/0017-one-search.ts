import type { Migration } from '#server/platform/mongo/migration.ts'

/**
 * The blocks of the post search are smaller and have new names, word_blocks and word_postings; their job builds them.
 * Processes of the version before look at their own, and search by the index of words when those are gone.
 */
export const oneSearch: Migration = {
  name: '0017-one-search',
  does: 'Removes the former blocks of the post search; a job builds the new ones.',
  async run({ db }) {
    for (const name of ['search_postings', 'search_blocks']) await db.dropCollection(name)
  },
}
