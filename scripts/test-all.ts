import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * `npm run test:all`: what takes longer than `npm test` and runs at night and before a release. The slow tests, the
 * `*.night.test.ts` (every write without the store's answer, a search engine, the image, ...), every state of every
 * screen in both themes at all sizes, a long outage of the store, many sequences against the model of visibility, every
 * hostile input at every call, the long fuzz, a whole cluster with faults, elections, other engines. Runs all of them,
 * also after a failure; parts can be named behind it (`npm run test:all -- fuzz cluster`).
 */
const PARTS: Record<string, { args: readonly string[]; env?: Record<string, string> }> = {
  slow: { args: ['scripts/test.ts', 'slow'] },
  night: { args: ['node_modules/vitest/vitest.mjs', 'run', '--project=night'] },
  scenes: {
    args: ['node_modules/playwright/cli.js', 'test', 'e2e/scenes.'],
    env: { EVERY_COMBINATION: '1' },
  },
  outage: {
    args: ['node_modules/playwright/cli.js', 'test', 'store-outage'],
    env: { OUTAGE_ROUNDS: '4' },
  },
  visibility: {
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      'tests/realtime/two-processes.test.ts',
      '-t',
      'Visibility',
    ],
    env: { VISIBILITY_RUNS: '80' },
  },
  inputs: {
    args: ['node_modules/vitest/vitest.mjs', 'run', 'tests/api/security-inputs.test.ts'],
    env: { EVERY_COMBINATION: '1' },
  },
  fuzz: { args: ['tests/fuzz/main.ts', '--seeds', '50'] },
  cluster: { args: ['tests/cluster/main.ts', '--minutes', '3', '--pairs', '20', '--watchers', '80'] },
  elections: { args: ['tests/cluster/elections.ts'] },
  engines: { args: ['tests/engines/main.ts'] },
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}`)
  process.exit(2)
}

const failed: string[] = []
const chosen = Object.entries(PARTS).filter(([name]) => asked.length === 0 || asked.includes(name))
for (const [name, { args, env }] of chosen) {
  console.log(`\n== ${name}`)
  const begun = performance.now()
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  const [code] = (await once(child, 'exit')) as [number | null]
  console.log(
    `== ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${Math.round((performance.now() - begun) / 1000)} s`,
  )
  if (code !== 0) failed.push(name)
}
console.log(`\n${chosen.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 ? 1 : 0
