import { PARTS } from './test/parts.ts'
import { total, type Tally } from './test/tally.ts'
import { ensureTools } from './test/tools.ts'

/**
 * `npm test`: everything, or the parts named behind it (`npm test -- unit e2e`). Ends with one line `N passed, N failed`
 * over all of them, where types, lint and build count as one test each.
 */
const asked = process.argv.slice(2)
const known = PARTS.flatMap(({ names }) => names)
const unknown = asked.filter((name) => !known.includes(name))

async function main(): Promise<Tally> {
  const chosen = PARTS.map((part) => ({ ...part, names: part.names.filter((name) => asked.length === 0 || asked.includes(name)) })).filter(({ names }) => names.length > 0)
  if (chosen.some(({ needsTools }) => needsTools)) ensureTools()
  const tallies: Tally[] = []
  for (const { title, names, run } of chosen) {
    console.log(`\n== ${title}`)
    const begun = performance.now()
    const tally = await run(names)
    tallies.push(tally)
    console.log(`== ${title}: ${tally.passed} passed, ${tally.failed} failed in ${Math.round((performance.now() - begun) / 1000)} s`)
  }
  return total(tallies)
}

if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${known.join(', ')}`)
  process.exit(2)
}
const { passed, failed } = await main()
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
