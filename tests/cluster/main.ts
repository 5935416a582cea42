import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CLUSTER_TOOLS, ensureTools } from '../../scripts/test/tools.ts'
import { acknowledgedBy } from '#tests/faults/chatter.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { FAULTS } from './faults.ts'
import { startLoad, type Load } from './load.ts'
import { verify, type Check } from './verify.ts'

/**
 * `npm run test:cluster -- --servers 2 --minutes 5 --pairs 50 --watchers 200`: nginx, servers, Redis, a bucket and a
 * replica set of three on this machine. People chat, react and watch while one part after the other fails.
 * Fails when an acknowledged write is lost or doubled, when order or counts are wrong, or when a page differs
 * from a refetch. Writes bench/results/cluster.md.
 */
const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '5' },
    pairs: { type: 'string', default: '50' },
    watchers: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
})
const servers = Number(values.servers)
const minutes = Number(values.minutes)
const size = { pairs: Number(values.pairs), watchers: Number(values.watchers), seed: Number(values.seed) }

const RESULT = path.resolve(import.meta.dirname, '../../bench/results/cluster.md')

interface Blow {
  readonly name: string
  readonly result: string
  /** Messages acknowledged in the 10 s before the fault, and in the 10 s after its end. */
  readonly before: number
  readonly after: number
}

const chattersOf = (load: Load) => load.pairs.flatMap(({ chatters }) => chatters)
const WINDOW_MS = 10_000

async function acknowledgedWithin(load: Load, ms: number): Promise<number> {
  const before = acknowledgedBy(chattersOf(load))
  await pause(ms)
  return acknowledgedBy(chattersOf(load)) - before
}

/** The faults one after the other, spread over the duration. */
async function strikeAll(cluster: Cluster, load: Load): Promise<Blow[]> {
  const begun = performance.now()
  const blows: Blow[] = []
  for (const [at, { name, strike }] of FAULTS.entries()) {
    await pause(Math.max(0, begun + (at / FAULTS.length) * minutes * 60_000 - performance.now()))
    const before = await acknowledgedWithin(load, WINDOW_MS)
    const result = await strike(cluster)
    blows.push({ name, result, before, after: await acknowledgedWithin(load, WINDOW_MS) })
    console.log(`${name}: ${result}`)
  }
  await pause(Math.max(0, begun + minutes * 60_000 - performance.now()))
  return blows
}

function report(blows: readonly Blow[], checks: readonly Check[], load: Load): string {
  const chatters = chattersOf(load)
  const retries = chatters.reduce((sum, chatter) => sum + chatter.retries, 0) + load.retries()
  return [
    '# The cluster under faults',
    '',
    `Written by \`npm run test:cluster\`: nginx, ${servers} servers, Redis, a bucket, a replica set of three, all on one machine of ${availableParallelism()} cores with the load generator. ${size.pairs} pairs chat, ${size.watchers} visitors watch posts that others react to and comment on, for ${minutes} minutes, seed ${size.seed}. ${acknowledgedBy(chatters)} messages were acknowledged; ${retries} writes were tried again.`,
    '',
    '| Fault | What happened | Messages acknowledged in 10 s before | after |',
    '|---|---|---|---|',
    ...blows.map(({ name, result, before, after }) => `| ${name} | ${result} | ${before} | ${after} |`),
    '',
    '| Must hold at the end | Counterexamples |',
    '|---|---|',
    ...checks.map(({ name, wrong }) => `| ${name} | ${wrong.length} |`),
    '',
  ].join('\n')
}

async function run(): Promise<number> {
  const cluster = await startCluster(servers)
  try {
    const load = await startLoad(cluster, size)
    const blows = await strikeAll(cluster, load)
    await load.stop()
    const checks = await verify(cluster, load, cluster.storeUri)
    load.watchers.forEach((watcher) => watcher.close())
    load.pairs.forEach(({ pages }) => pages.forEach((page) => page.cut()))
    await mkdir(path.dirname(RESULT), { recursive: true })
    await writeFile(RESULT, report(blows, checks, load))
    for (const { name, wrong } of checks)
      console.log(
        `${wrong.length === 0 ? 'holds' : 'BROKEN'}: ${name}${wrong
          .slice(0, 10)
          .map((line) => `\n  ${line}`)
          .join('')}`,
      )
    const failed = checks.filter(({ wrong }) => wrong.length > 0).length
    console.log(`\n${checks.length - failed} passed, ${failed} failed`)
    return failed === 0 ? 0 : 1
  } finally {
    await cluster.close()
  }
}

ensureTools(CLUSTER_TOOLS)
process.exitCode = await run()
