import assert from 'node:assert/strict'
import type { PostView } from '#contract/posts.ts'
import { maintainBlocks } from '#server/features/posts/search/build-blocks.ts'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import type { Bench } from '#bench/support/bench.ts'
import { callOnce, type Call } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { cpuOf } from '#bench/support/rounds.ts'
import { ONE_WORD, SEARCHES, timeSearches, TWO_WORDS, type SearchKind } from '#bench/support/searches.ts'
import { startGroonga, type GroongaProcess } from '#tests/support/groonga.ts'
import { until } from '#tests/support/until.ts'

const KINDS: Record<string, SearchKind> = {
  'common words': ONE_WORD.common,
  'rare words': ONE_WORD.rare,
  'absent words': ONE_WORD.absent,
  ...TWO_WORDS,
}

/** Only these words need many posts to be read before it is known that none has both. */
const NEVER_MEET = 'two common words that never meet'

/** Searches for the newest twenty posts, one after the other: in the database, and in the engine. */
export async function search(bench: Bench): Promise<Result[]> {
  const { product, own, storeUri } = bench
  await buildBlocks(storeUri)
  return [...(await searchAt(bench, product.port, own, '')), ...(await searchInEngine(bench))]
}

async function searchInEngine(bench: Bench): Promise<Result[]> {
  const started = new AsyncDisposableStack()
  try {
    const groonga = started.use(await startGroonga())
    const product = started.adopt(await bench.anotherProduct({ env: { SEARCH_URL: groonga.url } }), (one) =>
      one.stop(),
    )
    const jobs = bench.db.collection('jobs')
    started.defer(async () => void (await jobs.deleteMany({ kind: 'search-engine' })))
    await until(
      'the engine is filled',
      async () => (await jobs.findOne({ kind: 'search-engine' }))?.['progress']?.filled === true,
      10 * 60_000,
    )
    // The process believes for some seconds what it has read of the engine's state before.
    await until('the engine searches', () => isInEngine(product.port, groonga), 30_000)
    const own = [...bench.own, product.pid, groonga.pid]
    // The other server has compiled its paths by now.
    for (const { words } of Object.values(KINDS))
      await timeSearches(product.port, own, (at) => callFor(words(at), at + SEARCHES))
    return await searchAt(bench, product.port, own, ', engine', groonga.pid)
  } finally {
    await started.disposeAsync()
  }
}

let asked = 0
async function isInEngine(port: number, { pid }: GroongaProcess): Promise<boolean> {
  const before = cpuOf(pid)
  for (let at = 0; at < 20; at += 1) await callOnce(port, callFor(ONE_WORD.common.words(0), (asked += 1)))
  return cpuOf(pid) > before
}

async function searchAt(
  { options }: Bench,
  port: number,
  own: readonly number[],
  name: string,
  engine?: number,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [kind, { words, found }] of Object.entries(KINDS)) {
    await expectFound(port, words(SEARCHES), found)
    const before = engine ? cpuOf(engine) : 0
    const { unit, value, cpuMs } = await timeSearches(port, own, (at) => callFor(words(at), at))
    const engineMs = engine && { engineMs: (cpuOf(engine) - before) / SEARCHES }
    results.push({
      measure: `search newest 20, ${kind}, ${options.posts} posts${name}, p50`,
      unit,
      value,
      must: kind === NEVER_MEET ? 30 : 10,
      aim: kind === NEVER_MEET ? 10 : 4,
      detail: { posts: options.posts, cpuMs, ...engineMs, range: 'p5 to p95' },
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
