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

const README = path.resolve(import.meta.dirname, '../../README.md')
/** The folder of the results. */
export const RESULTS = path.resolve(import.meta.dirname, '../results')
const LINES = path.join(RESULTS, 'latest.jsonl')

/** Puts results in the place of those of earlier runs, and writes the table of all. */
export function writeResults(results: readonly Result[], detail: Record<string, unknown>): string {
  mkdirSync(RESULTS, { recursive: true })
  const at = new Date().toISOString()
  const held = existsSync(LINES)
    ? readFileSync(LINES, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Result)
    : []
  const fresh = results.map((result) => ({ ...result, at, detail: { ...detail, ...result.detail } }))
  const all = [...held]
  for (const result of fresh) put(all, result)
  const text = table(all)
  writeFileSync(LINES, all.map((result) => `${JSON.stringify(result)}\n`).join(''))
  writeFileSync(path.join(RESULTS, 'latest.md'), `${heading()}\n\n${text}\n`)
  return text
}

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

/** Writes the table of the latest results into the README. */
export function quoteInReadme(): void {
  const results = readFileSync(path.join(RESULTS, 'latest.md'), 'utf8')
  const quoted = readFileSync(README, 'utf8').replace(
    /(<!-- bench:start -->)[^]*(<!-- bench:end -->)/,
    (_all, start, end) => `${start}\n${results}${end}`,
  )
  writeFileSync(README, quoted)
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
