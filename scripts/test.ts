import path from 'node:path'
import { parseArgs } from 'node:util'
import { PARTS } from './test/parts.ts'
import { memoryFolder } from './test/scratch.ts'
import { total, type Counts } from './test/counts.ts'
import { slowStore } from './test/slow-store.ts'
import { ensureTools } from './test/tools.ts'

/**
 * `npm test`: all parts but the slow ones, or those named behind it (`npm test -- unit e2e`); with `--with-slow`, the
 * slow ones as well. Ends with one line `N passed, N failed` over all of them, where lint and build count as one test
 * each.
 */
const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { 'with-slow': { type: 'boolean', default: false } },
})
const known = PARTS.flatMap(({ names }) => names)
const unknown = asked.filter((name) => !known.includes(name))

async function main(): Promise<Counts> {
  const chosen = PARTS.map((part) => ({
    ...part,
    names: part.names.filter((name) =>
      asked.length === 0 ? values['with-slow'] || !part.slow : asked.includes(name),
    ),
  })).filter(({ names }) => names.length > 0)
  if (chosen.some(({ needsTools }) => needsTools)) ensureTools()
  const allCounts: Counts[] = []
  for (const { title, names, run } of chosen) {
    console.log(`\n== ${title}`)
    const begun = performance.now()
    const counts = await run(names)
    allCounts.push(counts)
    console.log(
      `== ${title}: ${counts.passed} passed, ${counts.failed} failed in ${Math.round((performance.now() - begun) / 1000)} s`,
    )
  }
  return total(allCounts)
}

if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${known.join(', ')}`)
  process.exit(2)
}
const scratch = memoryFolder()
// Every child process uses the system's folder for temporary files.
if (scratch) process.env['TMPDIR'] = scratch.path
// A run starts some eighty processes of the server and its commands. The cache saves all but the first from
// compiling the code.
process.env['NODE_COMPILE_CACHE'] ??= path.resolve(import.meta.dirname, '../.cache/compiled')
if (process.env['SLOW_STORE']) slowStore()
// A run that is interrupted must not leave its files in memory.
process.once('exit', () => scratch?.remove())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
const { passed, failed, failures } = await main()
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
