import type { Migration } from '#server/platform/mongo/migration.ts'
import { requestRebuild } from './request-job.ts'

/**
 * Until version 0.2 hashtags ended at vowel signs, and searches knew fewer spellings. The rebuild gives what is
 * stored the words and hashtags of today.
 */
export const wordsOfEveryScript: Migration = {
  name: '0009-words-of-every-script',
  does: 'Requests a rebuild, which makes words and hashtags of every script findable.',
  run: ({ db }) => requestRebuild(db),
}
