import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { slowStore } from './test/slow-store.ts'

/**
 * `npm run test:repeat -- 5 FILE...`: runs test files so many times and stops at the first failure; without a file, the
 * whole suite. `--half-speed`: with commands that reach the store late, and with busy loops on all cores.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'half-speed': { type: 'boolean', default: false } },
})
const [times, ...files] = positionals
if (!Number.isInteger(Number(times)) || Number(times) < 1) {
  console.error('Usage: npm run test:repeat -- TIMES [--half-speed] [FILE...]')
  process.exit(2)
}

const isOfBrowser = (file: string) => file.endsWith('.spec.ts')
const SUITE = [['scripts/test.ts']]

/** The commands of one run. */
const commands = (): string[][] => {
  const [browser, others] = [files.filter(isOfBrowser), files.filter((file) => !isOfBrowser(file))]
  return files.length === 0
    ? SUITE
    : [
        ...(others.length > 0 ? [['node_modules/vitest/vitest.mjs', 'run', ...others]] : []),
        ...(browser.length > 0 ? [['node_modules/playwright/cli.js', 'test', ...browser]] : []),
      ]
}

async function run(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

/** The number of the run that failed; null when all of them passed. */
async function repeat(): Promise<number | null> {
  for (let time = 1; time <= Number(times); time += 1) {
    console.log(`\n== Run ${time} of ${times}`)
    for (const args of commands()) if ((await run(args)) !== 0) return time
  }
  return null
}

if (values['half-speed']) slowStore()
const hog = values['half-speed']
  ? fork(path.resolve(import.meta.dirname, '../bench/support/busy-loops.ts'), [
      String(availableParallelism()),
    ])
  : null
const failed = await repeat()
hog?.disconnect()
console.log(failed === null ? `\n${times} runs passed` : `\nRun ${failed} of ${times} failed`)
process.exitCode = failed === null ? 0 : 1
