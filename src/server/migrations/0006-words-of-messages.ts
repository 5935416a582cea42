import type { Migration } from '#server/platform/mongo/migration.ts'

/** Until version 0.2 messages could not be searched. The rebuild gives those of before their words. */
export const wordsOfMessages: Migration = {
  name: '0006-words-of-messages',
  does: 'Requests a rebuild, which makes the messages so far findable by their words.',
  async run({ db }) {
    if (!(await db.collection('messages').findOne({ words: { $exists: false }, deleted: false }))) return
    const job = { kind: 'rebuild', key: 'house' }
    await db.collection('jobs').updateOne(
      job,
      {
        $setOnInsert: {
          payload: {},
          state: 'waiting',
          // Due at once, whatever the clocks say.
          dueAt: new Date(0),
          owner: null,
          attempts: 0,
          failures: 0,
          asked: 1,
          progress: null,
          lastError: null,
          createdAt: new Date(),
        },
      },
      { upsert: true },
    )
  },
}
