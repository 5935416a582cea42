import assert from 'node:assert/strict'
import type { PostView } from '#contract/posts.ts'
import type { Bench } from '#bench/support/bench.ts'
import { callOnce, closedLoop, type Call } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { quantile } from '#bench/support/stats.ts'
import { RARE_WORDS, rareWord } from '#bench/support/world.ts'

const SEARCHES = 200

/** Words of one kind, another one each time, so that no search is answered from a cache. */
const WORDS = {
  common: (at: number) => `w${(at % 200).toString(36)}`,
  rare: (at: number) => rareWord(at % RARE_WORDS),
  absent: (at: number) => `neverwritten${at}`,
} as const

/** Searches for the newest twenty posts with a word, one after the other. */
export async function search({ product, options }: Bench): Promise<Result[]> {
  const results: Result[] = []
  for (const [kind, wordOf] of Object.entries(WORDS)) {
    const found = await callOnce<PostView[]>(product.port, callFor(wordOf(SEARCHES)))
    assert.equal(found.length > 0, kind !== 'absent', `${wordOf(SEARCHES)} in ${options.posts} posts`)
    assert.ok(found.every(({ text }) => text.split(' ').includes(wordOf(SEARCHES))))
    const { latencies } = await closedLoop(product.port, SEARCHES, 1, (at) => callFor(wordOf(at)))
    const [median, low, high] = [0.5, 0.05, 0.95].map((share) => quantile(latencies, share)) as [
      number,
      number,
      number,
    ]
    const detail = { posts: options.posts, found: found.length, range: 'p5 to p95' }
    results.push({
      measure: `search newest 20, ${kind} words, ${options.posts} posts, p50`,
      unit: 'ms',
      value: { median, low, high },
      must: 10,
      aim: 4,
      detail,
    })
  }
  return results
}

const callFor = (word: string): Call => ({ path: `/api/posts?q=${word}` })
