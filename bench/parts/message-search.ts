import assert from 'node:assert/strict'
import type { Db } from 'mongodb'
import type { MessageSearchPage } from '#contract/messages.search.ts'
import type { Bench } from '#bench/support/bench.ts'
import { buildChats, conversationId, TALKER } from '#bench/support/chats.ts'
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
    const { unit, value, cpuMs } = await timeSearches(product.port, own, callFor)
    results.push({
      measure: `search in ${options.messages} messages, ${name}, p50`,
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
