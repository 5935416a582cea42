import assert from 'node:assert/strict'
import type { PostView } from '#contract/posts.ts'
import { keepBlocks } from '#server/features/posts/search/build-blocks.ts'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import type { Bench } from '#bench/support/bench.ts'
import { callOnce, closedLoop, type Call } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { quantile } from '#bench/support/stats.ts'
import { cpuOf } from '#bench/support/rounds.ts'
import { APART, RARE_WORDS, rareWord } from '#bench/support/world.ts'

const SEARCHES = 200

/** Searches of one kind; another query each time, so that none is answered from a cache. */
const KINDS: Record<string, { words: (at: number) => string; found: boolean }> = {
  'common words': { words: (at) => common(at), found: true },
  'rare words': { words: (at) => rareWord(at % RARE_WORDS), found: true },
  'absent words': { words: (at) => `neverwritten${at}`, found: false },
  'two common words that often meet': {
    words: (at) => `${common(at % 20)} ${common((at % 20) + 1)}`,
    found: true,
  },
  'a common and a rare word': {
    words: (at) => `${common(at % 20)} ${rareWord(at % RARE_WORDS)}`,
    found: true,
  },
  'two common words that never meet': { words: () => APART.join(' '), found: false },
}

const common = (at: number) => `w${(at % 200).toString(36)}`

/** Searches for the newest twenty posts, one after the other. */
export async function search({ product, options, own, storeUri }: Bench): Promise<Result[]> {
  await buildBlocks(storeUri)
  const results: Result[] = []
  for (const [kind, { words, found }] of Object.entries(KINDS)) {
    await expectFound(product.port, words(SEARCHES), found)
    const before = cpu(own)
    const { latencies } = await closedLoop(product.port, SEARCHES, 1, (at) => callFor(words(at), at))
    const cpuMs = (cpu(own) - before) / SEARCHES
    const [median, low, high] = [0.5, 0.05, 0.95].map((share) => quantile(latencies, share)) as [
      number,
      number,
      number,
    ]
    const detail = { posts: options.posts, cpuMs, range: 'p5 to p95' }
    results.push({
      measure: `search newest 20, ${kind}, ${options.posts} posts, p50`,
      unit: 'ms',
      value: { median, low, high },
      must: 10,
      aim: 4,
      detail,
    })
  }
  return results
}

/** What the server does within some minutes: the first run plans the blocks, a later one builds them. */
async function buildBlocks(storeUri: string): Promise<void> {
  await connectStore(storeUri)
  await keepBlocks()
  await keepBlocks({ now: Date.now() + 5 * 60_000 })
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

const cpu = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + cpuOf(pid), 0)

/** Each search has a cursor of its own, later than all posts. */
const LATER = Date.now() + 24 * 3600_000
const callFor = (words: string, at: number): Call => ({
  path: `/api/posts?q=${encodeURIComponent(words)}&cursor=${new Date(LATER + at).toISOString()}`,
})
