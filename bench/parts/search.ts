import assert from 'node:assert/strict'
import type { PostView } from '#contract/posts.ts'
import type { Bench } from '#bench/support/bench.ts'
import { callOnce, closedLoop } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { quantile } from '#bench/support/stats.ts'
import { ABSENT_WORD, COMMON_WORD, RARE_WORD } from '#bench/support/world.ts'

const SEARCHES = 200

/** The newest twenty posts that hold a word, one search after the other. */
export async function search({ product, options }: Bench): Promise<Result[]> {
  const results: Result[] = []
  for (const [kind, word, some] of [['common', COMMON_WORD, true], ['rare', RARE_WORD, true], ['absent', ABSENT_WORD, false]] as const) {
    const call = { path: `/api/posts?q=${word}` }
    const found = await callOnce<PostView[]>(product.port, call)
    assert.equal(found.length > 0, some, `${word} in ${options.posts} posts`)
    assert.ok(found.every(({ text }) => text.includes(word)))
    const { latencies } = await closedLoop(product.port, SEARCHES, 1, () => call)
    const [median, low, high] = [0.5, 0.05, 0.95].map((share) => quantile(latencies, share)) as [number, number, number]
    const detail = { posts: options.posts, found: found.length, range: 'p5 to p95' }
    results.push({ measure: `search newest 20, ${kind} word, ${options.posts} posts, p50`, unit: 'ms', value: { median, low, high }, must: 20, aim: 5, detail })
  }
  return results
}
