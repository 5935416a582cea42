import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'
import type { Spread } from './stats.ts'

/** One line of the results. */
export interface Result {
  /** The name of the measure. */
  measure: string
  /** The unit: a ratio to bare, ms, keys, frames. */
  unit: string
  value: Spread
  /** The highest allowed value; with `atLeast` the lowest. */
  must?: number
  aim?: number
  atLeast?: boolean
  /** Rounds, sizes, discarded rounds, the absolute figures behind a ratio. */
  detail: Record<string, unknown>
}

/** All results, and those of HEADLINES. */
const QUOTED_IN = ['../README.md', '../../README.md'].map((file) => path.resolve(import.meta.dirname, file))
/** The figures of the README in the root: one for each thing that people ask about first. */
const HEADLINES = [
  "visitor's feed, throughput against bare",
  'signed-in feed, CPU a request against bare',
  'search newest 20, common words, 10000 posts, p50',
  'search in 1000000 messages, a common word, p50',
  'message by REST to the other socket, p50 against bare',
  'messages in 50 conversations, 800/s offered: p99',
  'new post on 500 screens, from the request to the last one, p50 against bare',
  '10000 pages back after a kill -9 of the server: the last one, after /readyz',
  'heap an idle signed-in socket against stripped Socket.IO',
  'lowest Lighthouse performance score, signed in',
  'time until the next picture: send a message',
  'cold start without a network, to the list of conversations',
]
/** The folder of the results. */
export const RESULTS = path.resolve(import.meta.dirname, '../results')
const LINES = path.join(RESULTS, 'latest.jsonl')

/** Puts results in the place of those of earlier runs, and writes the table of all. */
export function writeResults(results: readonly Result[], detail: Record<string, unknown>): string {
  mkdirSync(RESULTS, { recursive: true })
  const at = new Date().toISOString()
  const held = existsSync(LINES) ? latest() : []
  const fresh = results.map((result) => ({ ...result, at, detail: { ...detail, ...result.detail } }))
  const all = [...held]
  for (const result of fresh) put(all, result)
  const text = table(all)
  writeFileSync(LINES, all.map((result) => `${JSON.stringify(result)}\n`).join(''))
  writeFileSync(path.join(RESULTS, 'latest.md'), `${heading()}\n\n${text}\n`)
  return text
}

const latest = (): Result[] =>
  readFileSync(LINES, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Result)

/** Replaces the earlier result of the same measure. A new measure follows the last one of its part. */
function put(all: Result[], result: Result): void {
  const place = all.findIndex(({ measure }) => measure === result.measure)
  if (place >= 0) {
    all[place] = result
    return
  }
  const last = all.findLastIndex(({ detail }) => detail['part'] === result.detail['part'])
  all.splice(last >= 0 ? last + 1 : all.length, 0, result)
}

/** Writes the latest results into bench/README.md, and the headlines into the README in the root. */
export function quoteInReadmes(): void {
  const all = latest()
  const headlines = HEADLINES.map((name) => all.find(({ measure }) => measure === name)).filter(
    (one) => !!one,
  )
  for (const [at, file] of QUOTED_IN.entries()) {
    const results = `${heading()}\n\n${table(at === 0 ? all : headlines)}\n`
    const quoted = readFileSync(file, 'utf8').replace(
      /(<!-- bench:start -->)[^]*(<!-- bench:end -->)/,
      (_all, start, end) => `${start}\n${results}${end}`,
    )
    writeFileSync(file, quoted)
  }
}

const heading = () =>
  `Measured with \`npm run bench\` on ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}. ` +
  'Ratios are product over bare, started in the same run, in ABBA order: the median of the rounds, lowest to highest behind it.'

function table(results: readonly Result[]): string {
  const rows = results.map(
    (result) => `| ${result.measure} | ${shown(result)} | ${target(result)} | ${verdict(result)} |`,
  )
  return ['| Measure | Median (lowest to highest) | Must, aim | |', '|---|---|---|---|', ...rows].join('\n')
}

const shown = ({ value, unit }: Result) => {
  const one = (number: number) => `${rounded(number)}${unit === 'x' ? 'x' : ''}`
  const spread = value.low === value.high ? '' : ` (${one(value.low)} to ${one(value.high)})`
  return `${one(value.median)}${unit === 'x' ? '' : ` ${unit}`}${spread}`
}
const rounded = (number: number) =>
  Math.abs(number) >= 100 ? Math.round(number) : Number(number.toPrecision(3))
const target = ({ must, aim, atLeast }: Result) =>
  [must, aim]
    .filter((one) => one !== undefined)
    .map((one) => `${atLeast ? '>=' : '<='} ${one}`)
    .join(', ')

function verdict({ value, must, aim, atLeast }: Result): string {
  if (must === undefined) return ''
  const holds = (limit: number) => (atLeast ? value.median >= limit : value.median <= limit)
  if (aim !== undefined && holds(aim)) return 'aim'
  return holds(must) ? 'met' : 'missed'
}
