import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import {
  commandCounts,
  forget,
  playwrightCounts,
  runnerCounts,
  total,
  vitestCounts,
  type Counts,
} from './counts.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const REPORTS = path.join(ROOT, '.cache/test')

/** A part of `npm test`, in the order in which they run. */
export interface Part {
  readonly names: readonly string[]
  readonly title: string
  /** Whether it needs the programs that no npm package brings. */
  readonly needsTools: boolean
  /** Not run unless it is asked for. */
  readonly slow?: true
  /** `chosen`: those of its names that were asked for. */
  readonly run: (chosen: readonly string[]) => Promise<Counts>
}

const VITEST_PROJECTS = ['unit', 'client', 'pages', 'api', 'alone']

export const PARTS: readonly Part[] = [
  // Before the tests: some look at what was built.
  {
    names: ['lint', 'build'],
    title: 'Types and lint, build of the page',
    needsTools: false,
    run: checks,
  },
  {
    names: VITEST_PROJECTS,
    title: 'Unit and integration tests',
    needsTools: true,
    run: (chosen) => vitest(chosen),
  },
  { names: ['e2e'], title: 'Browser tests', needsTools: true, run: () => browser('desktop', 'phone') },
  { names: ['slow'], title: 'Slow tests', needsTools: true, slow: true, run: slow },
]

const CHECKS: Record<string, () => Promise<number>> = {
  // The linter's rules need the types: it reports the compiler's errors on the way.
  lint: async () =>
    Math.max(
      await tool('oxfmt/bin/oxfmt', '--check'),
      await start(['node_modules/oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings'], {
        // Go's garbage collector is a third of its work and saves little: 3.4 instead of 4.0 GB.
        GOGC: 'off',
      }),
      await node('scripts/import-rules.ts'),
    ),
  // The page is built, and its first loads are held to their budgets.
  build: async () => (await node('scripts/setup.mjs', 'build')) || node('scripts/check-budgets.mjs'),
}

/** Each is one test. The build spends most of its time on one core: lint uses the other one. */
async function checks(chosen: readonly string[]): Promise<Counts> {
  const { build, ...others } = pick(CHECKS, chosen)
  const allCounts = await Promise.all([inTurn(build ? { build } : {}), inTurn(others)])
  return total(allCounts.flat())
}

const pick = <T>(all: Record<string, T>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))

async function inTurn(commands: Record<string, () => Promise<number>>): Promise<Counts[]> {
  const allCounts: Counts[] = []
  for (const [name, run] of Object.entries(commands)) allCounts.push(commandCounts(name, await run()))
  return allCounts
}

/** One after the other: pages that are looked at while processes start and stop would be slower than any device. */
async function slow(): Promise<Counts> {
  return total([await vitest(['slow']), await browser('slow', 'slow-phone')])
}

async function vitest(projects: readonly string[], ...options: string[]): Promise<Counts> {
  const report = freshReport(`vitest-${projects.join('-')}.json`)
  const chosen = projects.map((name) => `--project=${name}`)
  const code = await tool(
    'vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...chosen,
    ...options,
  )
  return runnerCounts(code, report, vitestCounts)
}

async function browser(...projects: readonly string[]): Promise<Counts> {
  // The built page is needed. Built already when everything runs; a second look costs nothing.
  if ((await node('scripts/setup.mjs', 'start')) !== 0) return commandCounts('setup', 1)
  const report = freshReport(`playwright-${projects.join('-')}.json`)
  const chosen = projects.map((name) => `--project=${name}`)
  const code = await start(['node_modules/playwright/cli.js', 'test', '--reporter=list,json', ...chosen], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  return runnerCounts(code, report, playwrightCounts)
}

function freshReport(name: string): string {
  mkdirSync(REPORTS, { recursive: true })
  const file = path.join(REPORTS, name)
  forget(file)
  return file
}

const tool = (script: string, ...args: string[]) => start([`node_modules/${script}`, ...args])
const node = (script: string, ...args: string[]) => start([script, ...args])

/** Runs a script on this Node with its output shown as it comes. Answers its exit code. */
async function start(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}
