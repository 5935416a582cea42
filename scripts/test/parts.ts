import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  commandTally,
  forget,
  playwrightTally,
  runnerTally,
  total,
  vitestTally,
  type Tally,
} from './tally.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const REPORTS = path.join(ROOT, '.cache/test')

/** Where the commands of a part write: to the terminal, or to the file with this descriptor. */
type Output = 'inherit' | number

/** A part of `npm test`. */
export interface Part {
  readonly names: readonly string[]
  readonly title: string
  /** Whether it needs the programs that no npm package brings. */
  readonly needsTools: boolean
  /** `chosen`: those of its names that were asked for. */
  readonly run: (chosen: readonly string[], output: Output) => Promise<Tally>
}

/** The parts in the order in which they run. Those of one row run at the same time. */
export const STAGES: readonly (readonly Part[])[] = [
  // Before the tests: some look at what was built.
  [
    {
      names: ['types', 'lint', 'build'],
      title: 'Types, lint, build of the page',
      needsTools: false,
      run: checks,
    },
  ],
  [
    {
      names: ['api', 'realtime', 'alone'],
      title: 'Integration tests',
      needsTools: true,
      run: vitest('integration'),
    },
  ],
  // Browser tests leave a quarter of the cores idle, and fault tests spend most of their time waiting for
  // processes to end and to start. One worker beside the browsers uses that time.
  [
    { names: ['e2e'], title: 'Browser tests', needsTools: true, run: playwright },
    {
      names: ['faults', 'unit', 'client'],
      title: 'Fault and unit tests',
      needsTools: true,
      run: vitest('unit', '--maxWorkers=1'),
    },
  ],
]

/** Runs what was asked for of a stage. The first part writes to the terminal; the output of the others follows. */
export async function runStage(stage: readonly Part[], isChosen: (name: string) => boolean): Promise<Tally> {
  const parts = stage.flatMap((part) => {
    const chosen = part.names.filter(isChosen)
    return chosen.length > 0 ? [{ part, chosen }] : []
  })
  return total(
    await Promise.all(
      parts.map(({ part, chosen }, index) => (index === 0 ? runPart(part, chosen) : runBeside(part, chosen))),
    ),
  )
}

async function runPart(
  { title, run }: Part,
  chosen: readonly string[],
  output: Output = 'inherit',
): Promise<Tally> {
  console.log(`\n== ${title}`)
  const begun = performance.now()
  const tally = await run(chosen, output)
  const seconds = Math.round((performance.now() - begun) / 1000)
  console.log(`== ${title}: ${tally.passed} passed, ${tally.failed} failed in ${seconds} s`)
  return tally
}

/** Keeps the output in a file, and prints it at the end: the lines of two parts do not mix. */
async function runBeside(part: Part, chosen: readonly string[]): Promise<Tally> {
  mkdirSync(REPORTS, { recursive: true })
  const file = path.join(REPORTS, `${part.names.join('-')}.log`)
  const output = openSync(file, 'w')
  try {
    return await runPart(part, chosen, output)
  } finally {
    closeSync(output)
    console.log(`\n== ${part.title}: the output\n${readFileSync(file, 'utf8')}`)
  }
}

const CHECKS: Record<string, () => Promise<number>> = {
  types: () => tool('typescript/bin/tsc', '--noEmit'),
  lint: async () =>
    Math.max(
      await tool('oxfmt/bin/oxfmt', '--check'),
      await tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
      await node('scripts/import-rules.ts'),
    ),
  // The page is built, and its first loads are held to their budgets.
  build: async () => (await node('scripts/setup.mjs', 'build')) || node('scripts/check-budgets.mjs'),
}

/** Each is one test. The build spends most of its time on one core: types and lint use the other one. */
async function checks(chosen: readonly string[]): Promise<Tally> {
  const { build, ...others } = pick(CHECKS, chosen)
  const tallies = await Promise.all([inTurn(build ? { build } : {}), inTurn(others)])
  return total(tallies.flat())
}

const pick = <T>(all: Record<string, T>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))

async function inTurn(commands: Record<string, () => Promise<number>>): Promise<Tally[]> {
  const tallies: Tally[] = []
  for (const [name, run] of Object.entries(commands)) tallies.push(commandTally(name, await run()))
  return tallies
}

/** Runs projects of vitest. `name`: of the report. */
function vitest(name: string, ...options: readonly string[]): Part['run'] {
  return async (projects, output) => {
    const report = freshReport(`${name}.json`)
    const chosen = projects.map((project) => `--project=${project}`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...options, ...chosen]
    return runnerTally(await start(args, { output }), report, vitestTally)
  }
}

async function playwright(_chosen: readonly string[], output: Output): Promise<Tally> {
  const report = freshReport('playwright.json')
  // Built already when everything runs; a second look costs nothing.
  if ((await node('scripts/setup.mjs', 'start')) !== 0) return commandTally('setup', 1)
  const args = ['node_modules/playwright/cli.js', 'test', '--reporter=list,json']
  const code = await start(args, { output, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } })
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

/** Runs a script on this Node. Answers its exit code. */
async function start(
  args: readonly string[],
  { output = 'inherit', env = {} }: { output?: Output; env?: Record<string, string> } = {},
): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['inherit', output, output],
    env: { ...process.env, ...env },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}
