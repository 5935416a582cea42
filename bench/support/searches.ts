import { closedLoop, type Call } from './http-load.ts'
import type { Result } from './report.ts'
import { cpuOf } from './rounds.ts'
import { quantile } from './stats.ts'
import { APART, RARE_WORDS, rareWord } from './world.ts'

/** Searches of one kind. */
export const SEARCHES = 200

/** A kind of search; another query each time, so that none is answered from a cache. */
export interface SearchKind {
  words: (at: number) => string
  found: boolean
}

export const common = (at: number): string => `w${(at % 200).toString(36)}`
export const twoCommon = (at: number): string => `${common(at % 20)} ${common((at % 20) + 1)}`

/** Queries of one word, by how often the word occurs. */
export const ONE_WORD = {
  common: { words: common, found: true },
  rare: { words: (at) => rareWord(at % RARE_WORDS), found: true },
  absent: { words: (at) => `neverwritten${at}`, found: false },
} satisfies Record<string, SearchKind>

/** Queries of two words. */
export const TWO_WORDS: Record<string, SearchKind> = {
  'two common words that often meet': { words: twoCommon, found: true },
  'a common and a rare word': {
    words: (at) => `${common(at % 20)} ${rareWord(at % RARE_WORDS)}`,
    found: true,
  },
  'two common words that never meet': { words: () => APART.join(' '), found: false },
}

/** The time of a search, and the CPU that each takes of the processes `pids`; one search after the other. */
export async function timeSearches(
  port: number,
  pids: readonly number[],
  callFor: (at: number) => Call,
): Promise<Pick<Result, 'unit' | 'value'> & { cpuMs: number }> {
  const cpu = () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0)
  const before = cpu()
  const { latencies } = await closedLoop(port, SEARCHES, 1, callFor)
  const cpuMs = (cpu() - before) / SEARCHES
  const [median, low, high] = [0.5, 0.05, 0.95].map((share) => quantile(latencies, share)) as [
    number,
    number,
    number,
  ]
  return { unit: 'ms', value: { median, low, high }, cpuMs }
}
