import { execFile } from 'node:child_process'
import { cpSync, existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Bench } from '#bench/support/bench.ts'
import { RESULTS, type Result } from '#bench/support/report.ts'
import { withSeededSite, type SeededSite } from '#bench/support/seeded-site.ts'
import { median, spreadOf } from '#bench/support/stats.ts'
import { CHROMIUM_FLAGS } from '#tests/support/chromium.ts'

const LIGHTHOUSE = path.resolve(import.meta.dirname, '../lighthouse')
/** Lighthouse is installed outside of the sources. */
const INSTALLED = path.resolve(import.meta.dirname, '../../.cache/lighthouse')
const CLI = path.join(INSTALLED, 'node_modules/lighthouse/cli/index.js')
const OTHER_CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const
const READERS = ['visitor', 'member'] as const
/** A member who opens it is led to '/'. */
const LEADS_HOME = new Set(['/feed'])
const run = promisify(execFile)

/** What Lighthouse measured on one page load. Scores are 0 to 100, times ms. */
interface Load {
  performance: number
  /** The lowest score of the other categories. */
  others: number
  lcp: number
  tbt: number
  cls: number
  requests: number
  kilobytes: number
}

interface MeasuredPage {
  page: string
  reader: (typeof READERS)[number]
  loads: Load[]
}

/**
 * Lighthouse with its settings for a phone (simulated network, CPU four times slower) on the main pages, as a
 * visitor and signed in. The table of all pages goes to results/pages.md.
 */
export const pages = ({ options }: Bench): Promise<Result[]> =>
  withSeededSite(async (site) => {
    await ensureLighthouse()
    const measured: MeasuredPage[] = Object.keys(pathsOf(site)).flatMap((page) =>
      READERS.filter((reader) => reader === 'visitor' || !LEADS_HOME.has(page)).map((reader) => ({
        page,
        reader,
        loads: [],
      })),
    )
    // The first load of each page fills the caches of the server and is not counted.
    for (const one of measured) await load(site, one)
    for (let round = 0; round < options.rounds; round += 1)
      for (const one of measured) one.loads.push(await load(site, one))
    writeFileSync(path.join(RESULTS, 'pages.md'), table(measured))
    return resultsOf(measured)
  })

function resultsOf(measured: readonly MeasuredPage[]): Result[] {
  const visitors = measured.filter(({ reader }) => reader === 'visitor')
  const members = measured.filter(({ reader }) => reader === 'member')
  return [
    result('lowest Lighthouse performance score, visitor', visitors, 'performance', { must: 95, aim: 98 }),
    result('lowest Lighthouse performance score, signed in', members, 'performance', { must: 95, aim: 98 }),
    result('lowest other Lighthouse score', measured, 'others', { must: 100 }),
    result('longest total blocking time, visitor', visitors, 'tbt', { must: 150 }),
    result('longest total blocking time, signed in', members, 'tbt', { must: 150 }),
    result('largest layout shift', measured, 'cls', { must: 0.02 }),
  ]
}

const pathsOf = ({ post, handle }: SeededSite): Record<string, string> => ({
  '/': '/',
  '/feed': '/feed',
  '/p': `/p/${post.id}`,
  '/u': `/u/${handle}`,
  '/blog': '/blog',
  '/terms': '/terms',
})

async function ensureLighthouse(): Promise<void> {
  if (existsSync(CLI)) return
  console.log('installing Lighthouse ...')
  cpSync(LIGHTHOUSE, INSTALLED, { recursive: true })
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: INSTALLED })
}

interface Report {
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue?: number; details?: { items: unknown[] } }>
}

async function load(
  site: SeededSite,
  { page, reader }: Pick<MeasuredPage, 'page' | 'reader'>,
): Promise<Load> {
  const headers = reader === 'member' ? [`--extra-headers=${JSON.stringify({ Cookie: site.cookie })}`] : []
  const { stdout } = await run(
    process.execPath,
    [
      CLI,
      `${site.url}${pathsOf(site)[page]!}`,
      '--quiet',
      '--output=json',
      `--chrome-flags=--headless ${CHROMIUM_FLAGS.join(' ')}`,
      ...headers,
    ],
    { env: { ...process.env, CHROME_PATH: site.chromium }, maxBuffer: 2 ** 27 },
  )
  const { categories, audits } = JSON.parse(stdout) as Report
  const score = (category: string) => Math.round(categories[category]!.score * 100)
  const figure = (audit: string) => audits[audit]!.numericValue!
  return {
    performance: score('performance'),
    others: Math.min(...OTHER_CATEGORIES.map(score)),
    lcp: figure('largest-contentful-paint'),
    tbt: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
    requests: audits['network-requests']!.details!.items.length,
    kilobytes: figure('total-byte-weight') / 1024,
  }
}

/** The page with the worst median: the lowest score, or the highest of the other figures. */
function result(
  measure: string,
  measured: readonly MeasuredPage[],
  figure: keyof Load,
  limits: Pick<Result, 'must' | 'aim'>,
): Result {
  const isScore = figure === 'performance' || figure === 'others'
  const medianOf = ({ loads }: MeasuredPage) => median(loads.map((one) => one[figure]))
  const [worst] = measured.toSorted((one, other) =>
    isScore ? medianOf(one) - medianOf(other) : medianOf(other) - medianOf(one),
  )
  return {
    measure,
    unit: figure === 'tbt' ? 'ms' : '',
    value: spreadOf(worst!.loads.map((one) => one[figure])),
    ...limits,
    atLeast: isScore,
    detail: { page: worst!.page, all: measured },
  }
}

function table(measured: readonly MeasuredPage[]): string {
  const rows = measured.map(({ page, reader, loads }) => {
    const spread = (figure: keyof Load, digits = 0) => {
      const { median: middle, low, high } = spreadOf(loads.map((one) => one[figure]))
      const [shown, from, to] = [middle, low, high].map((number) => number.toFixed(digits))
      return from === to ? shown : `${shown} (${from} to ${to})`
    }
    const cells = [spread('performance'), spread('others'), spread('lcp'), spread('tbt'), spread('cls', 3)]
    return `| ${[page, reader, ...cells, spread('requests'), spread('kilobytes')].join(' | ')} |`
  })
  return [
    'Written by `npm run bench -- pages`: Lighthouse with its settings for a phone. Median, lowest and highest of the rounds. ' +
      "'Others' is the lowest score of accessibility, best practices and SEO.",
    '',
    '| Page | Reader | Performance | Others | LCP, ms | TBT, ms | CLS | Requests | kB |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
