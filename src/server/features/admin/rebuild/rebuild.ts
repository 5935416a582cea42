import { rebuildBlogWords } from '#server/features/blog/blog.service.ts'
import { rebuildMessageWords } from '#server/features/messages/search/search-words.ts'
import { loadSetting, writeSetting } from '#server/shared/site-settings/site-settings.store.ts'
import { rebuildBlocks } from '#server/features/posts/search/build-blocks.ts'
import { rebuildPostWords } from '#server/features/posts/search/post-search.ts'
import { rebuildSearchKeys } from '#server/features/people/users/people-search.service.ts'
import type { Payload } from '#server/platform/jobs/job-kinds.ts'
import { defineWalk, type WalkCounts } from '#server/platform/jobs/walks.ts'
import { refillEngine } from '#server/platform/search/engine/engine-job.ts'
import { clock } from '#server/platform/clock.ts'

type Rebuilt = 'posts' | 'blocks' | 'decrees' | 'people' | 'messages'

/**
 * Rebuilds the search fields of posts, articles, people and messages where they differ from what the code makes today,
 * and the blocks of the search. Needed after a version that changes these fields.
 */
export const rebuild = defineWalk<Payload, Rebuilt>({
  kind: 'rebuild',
  does: 'Writes the search fields of posts, articles, people and messages again where they differ from what the code makes today.',
  parts: {
    posts: rebuildPostWords,
    blocks: rebuildBlocks,
    decrees: rebuildBlogWords,
    people: rebuildSearchKeys,
    messages: rebuildMessageWords,
  },
  async onEnd(tx, _payload, { startedAt, tally }) {
    await writeSetting('rebuild', { startedAt, finishedAt: clock.date().toISOString(), tally }, tx)
    await refillEngine(tx)
  },
})

/** What the last rebuild changed; null before the first. */
export const lastRebuild = async (): Promise<WalkCounts<Rebuilt> | null> =>
  ((await loadSetting('rebuild'))?.value['tally'] as WalkCounts<Rebuilt> | undefined) ?? null
