import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { commandTally, forget, playwrightTally, runnerTally, vitestTally, type Tally } from './tally.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const REPORTS = path.join(ROOT, '.cache/test')

/** A part of `npm test`, in the order in which they run. */
export interface Part {
  readonly names: readonly string[]
  readonly title: string
  /** Whether it needs the programs that no npm package brings. */
  readonly needsTools: boolean
  /** `chosen`: those of its names that were asked for. */
  readonly run: (chosen: readonly string[]) => Promise<Tally>
}

const VITEST_PROJECTS = ['unit', 'client', 'api', 'realtime', 'faults']

export const PARTS: readonly Part[] = [
  { names: ['types'], title: 'Types', needsTools: false, run: async () => commandTally(await tool('typescript/bin/tsc', '--noEmit')) },
  { names: ['lint'], title: 'Lint and import rules', needsTools: false, run: lint },
  // Before the tests: some look at what was built.
  { names: ['build'], title: 'Build of the page', needsTools: false, run: build },
  { names: VITEST_PROJECTS, title: 'Unit and integration tests', needsTools: true, run: vitest },
  { names: ['e2e'], title: 'Browser tests', needsTools: true, run: playwright },
]

async function lint(): Promise<Tally> {
  const codes = [await tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings'), await node('scripts/import-rules.ts')]
  return commandTally(Math.max(...codes))
}

/** Builds the page and holds its first loads to their budgets. */
async function build(): Promise<Tally> {
  const built = await node('scripts/setup.mjs', 'build')
  return commandTally(built !== 0 ? built : await node('scripts/check-budgets.mjs'))
}

async function vitest(projects: readonly string[]): Promise<Tally> {
  const report = freshReport('vitest.json')
  const chosen = projects.map((name) => `--project=${name}`)
  const code = await tool('vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...chosen)
  return runnerTally(code, report, vitestTally)
}

async function playwright(): Promise<Tally> {
  const report = freshReport('playwright.json')
  // Built already when everything runs; a second look costs nothing.
  if ((await node('scripts/setup.mjs', 'start')) !== 0) return { passed: 0, failed: 1 }
  const code = await start(['node_modules/playwright/cli.js', 'test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  return runnerTally(code, report, playwrightTally)
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
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}
