import type { Migration } from '#server/platform/mongo/migration.ts'
import { requestRebuild } from './request-job.ts'

/** Until version 0.2 messages could not be searched. The rebuild gives those of before their words. */
export const wordsOfMessages: Migration = {
  name: '0006-words-of-messages',
  does: 'Requests a rebuild, which makes the messages so far findable by their words.',
  async run({ db }) {
    if (await db.collection('messages').findOne({ words: { $exists: false }, deleted: false }))
      await requestRebuild(db)
  },
}
