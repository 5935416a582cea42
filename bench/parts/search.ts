import assert from 'node:assert/strict'
import type { PostView } from '#contract/posts.ts'
import { maintainBlocks } from '#server/features/posts/search/build-blocks.ts'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import type { Bench } from '#bench/support/bench.ts'
import { callOnce, type Call } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { ONE_WORD, SEARCHES, timeSearches, TWO_WORDS, type SearchKind } from '#bench/support/searches.ts'

const KINDS: Record<string, SearchKind> = {
  'common words': ONE_WORD.common,
  'rare words': ONE_WORD.rare,
  'absent words': ONE_WORD.absent,
  ...TWO_WORDS,
}

/** Only these words need many posts to be read before it is known that none has both. */
const NEVER_MEET = 'two common words that never meet'

/** Searches for the newest twenty posts, one after the other. */
export async function search({ product, options, own, storeUri }: Bench): Promise<Result[]> {
  await buildBlocks(storeUri)
  const results: Result[] = []
  for (const [kind, { words, found }] of Object.entries(KINDS)) {
    await expectFound(product.port, words(SEARCHES), found)
    const { unit, value, cpuMs } = await timeSearches(product.port, own, (at) => callFor(words(at), at))
    results.push({
      measure: `search newest 20, ${kind}, ${options.posts} posts, p50`,
      unit,
      value,
      must: kind === NEVER_MEET ? 30 : 10,
      aim: kind === NEVER_MEET ? 10 : 4,
      detail: { posts: options.posts, cpuMs, range: 'p5 to p95' },
    })
  }
  return results
}

/** What the server does within some minutes: the first run plans the blocks, a later one builds them. */
async function buildBlocks(storeUri: string): Promise<void> {
  await connectStore(storeUri)
  await maintainBlocks()
  await maintainBlocks({ now: Date.now() + 5 * 60_000 })
  await disconnectStore()
}

async function expectFound(port: number, words: string, isFound: boolean): Promise<void> {
  const posts = await callOnce<PostView[]>(port, callFor(words, SEARCHES))
  assert.equal(posts.length > 0, isFound, words)
  for (const { text } of posts)
    assert.ok(
      words.split(' ').every((word) => text.split(' ').includes(word)),
      words,
    )
}

/** Each search has a cursor of its own, later than all posts. */
const LATER = Date.now() + 24 * 3600_000
const callFor = (words: string, at: number): Call => ({
  path: `/api/posts?q=${encodeURIComponent(words)}&cursor=${new Date(LATER + at).toISOString()}`,
})
