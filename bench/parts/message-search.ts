import assert from 'node:assert/strict'
import type { Db } from 'mongodb'
import type { MessageSearchPage } from '#contract/messages.search.ts'
import type { Bench } from '#bench/support/bench.ts'
import { buildChats, conversationId, TALKER } from '#bench/support/chats.ts'
import { callOnce, closedLoop, type Call } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { signIn } from '#bench/support/sessions.ts'
import { cpuOf } from '#bench/support/rounds.ts'
import { quantile } from '#bench/support/stats.ts'
import { APART, RARE_WORDS, rareWord } from '#bench/support/world.ts'

const SEARCHES = 200

interface Kind {
  words: (at: number) => string
  found: boolean
  inThread?: true
}

const common = (at: number) => `w${(at % 200).toString(36)}`

/** Searches of one kind; another query each time. */
const KINDS: Record<string, Kind> = {
  'a common word': { words: common, found: true },
  'a rare word': { words: (at) => rareWord(at % RARE_WORDS), found: true },
  'an absent word': { words: (at) => `neverwritten${at}`, found: false },
  'two common words that often meet': {
    words: (at) => `${common(at % 20)} ${common((at % 20) + 1)}`,
    found: true,
  },
  'a common and a rare word': {
    words: (at) => `${common(at % 20)} ${rareWord(at % RARE_WORDS)}`,
    found: true,
  },
  'two common words that never meet': { words: () => APART.join(' '), found: false },
  "a common word of the other person's": { words: (at) => `${common(at)} from:person_500`, found: true },
  'a common word in one thread': { words: common, found: true, inThread: true },
  'two common words in one thread': {
    words: (at) => `${common(at % 20)} ${common((at % 20) + 1)}`,
    found: true,
    inThread: true,
  },
}

/** One person searches their fifty conversations, one search after the other. */
export async function messageSearch({ product, options, db, own }: Bench): Promise<Result[]> {
  await buildChats(db, options.messages)
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
    const before = cpu(own)
    const { latencies } = await closedLoop(product.port, SEARCHES, 1, callFor)
    const cpuMs = (cpu(own) - before) / SEARCHES
    const [median, low, high] = [0.5, 0.05, 0.95].map((share) => quantile(latencies, share)) as [
      number,
      number,
      number,
    ]
    results.push({
      measure: `search in ${options.messages} messages, ${name}, p50`,
      unit: 'ms',
      value: { median, low, high },
      must: 20,
      aim: 10,
      detail: { ...read, cpuMs, range: 'p5 to p95' },
    })
  }
  return results
}

const cpu = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + cpuOf(pid), 0)

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
