import assert from 'node:assert/strict'
import type { Db } from 'mongodb'
import type { MessageSearchPage } from '#contract/messages.search.ts'
import type { Bench } from '#bench/support/bench.ts'
import { buildChats, conversationId, TALKER } from '#bench/support/chats.ts'
import type { Child } from '#bench/support/child.ts'
import { callOnce, type Call } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import {
  common,
  ONE_WORD,
  SEARCHES,
  timeSearches,
  TWO_WORDS,
  twoCommon,
  type SearchKind,
} from '#bench/support/searches.ts'
import { signIn } from '#bench/support/sessions.ts'
import { buildWorld } from '#bench/support/world.ts'

interface Kind extends SearchKind {
  inThread?: true
}

const KINDS: Record<string, Kind> = {
  'a common word': ONE_WORD.common,
  'a rare word': ONE_WORD.rare,
  'an absent word': ONE_WORD.absent,
  ...TWO_WORDS,
  "a common word of the other person's": { words: (at) => `${common(at)} from:person_500`, found: true },
  'a common word in one thread': { words: common, found: true, inThread: true },
  'two common words in one thread': { words: twoCommon, found: true, inThread: true },
}

/** Nothing else is written to it, so it is kept for the next run. */
const DATABASE = 'bench_messages'
const POSTS = 1_000

/** One person searches their fifty conversations, one search after the other. */
export async function messageSearch(bench: Bench): Promise<Result[]> {
  const { options } = bench
  const db = bench.database(DATABASE)
  await buildWorld(db, { posts: POSTS, seed: options.seed, fresh: options.fresh })
  await buildChats(db, options.messages)
  const product = await bench.anotherProduct({ database: DATABASE })
  try {
    return await search(db, product, options.messages, [...bench.own, product.pid])
  } finally {
    await product.stop()
  }
}

async function search(db: Db, product: Child, messages: number, own: readonly number[]): Promise<Result[]> {
  const [cookie] = await signIn(db, [TALKER])
  const results: Result[] = []
  for (const [name, { words, found, inThread }] of Object.entries(KINDS)) {
    const callFor = (at: number): Call => ({
      path: `/api/messages/search?q=${encodeURIComponent(words(at))}${inThread ? `&conversationId=${conversationId(at % 50)}` : ''}`,
      cookie: cookie!,
    })
    const page = await callOnce<MessageSearchPage>(product.port, callFor(SEARCHES))
    assert.equal(page.messages.length > 0, found, words(SEARCHES))
    const read = await readsOf(db, () => callOnce(product.port, callFor(SEARCHES + 1)))
    const { unit, value, cpuMs } = await timeSearches(product.port, own, callFor)
    results.push({
      measure: `search in ${messages} messages, ${name}, p50`,
      unit,
      value,
      must: 20,
      aim: 10,
      detail: { ...read, cpuMs, range: 'p5 to p95' },
    })
  }
  return results
}

/** What the database reads for one call: conversations and messages. */
async function readsOf(db: Db, call: () => Promise<unknown>): Promise<{ keys: number; documents: number }> {
  await db.command({ profile: 2 })
  await call()
  await db.command({ profile: 0 })
  const rows = await db
    .collection('system.profile')
    .find({ ns: { $regex: /\.(messages|conversations)$/ }, nreturned: { $exists: true } })
    .toArray()
  await db.dropCollection('system.profile')
  const sum = (field: string) => rows.reduce((all, row) => all + Number(row[field] ?? 0), 0)
  return { keys: sum('keysExamined'), documents: sum('docsExamined') }
}
