import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startChild } from '#bench/support/child.ts'
import { seeded } from '#tests/support/seeded.ts'
import { runConvergence } from './convergence/main.ts'
import { openCrew, type Crew } from './crew.ts'
import { randomEvent, sendEvent } from './events.ts'
import { operationsOf, randomRequest, type OpenApi } from './requests.ts'
import { send, type Answer, type Sent } from './send.ts'

/**
 * `npm run test:fuzz`: both parts; with `-- --part inputs` or `-- --part convergence` one of them.
 *
 * `-- --inputs 10000 --seed 1`: sends seeded nonsense to every call of the OpenAPI document
 * and to the sockets of a real server. Fails on any answer of 500 and above, on anything the server logs as
 * an error, on a crash, and on memory or descriptors that grow.
 *
 * `-- --seeds 50`: how many random histories of people the other part has, in convergence/main.ts.
 */
const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    inputs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '50' },
  },
})
const inputs = Number(values.inputs)
const seed = Number(values.seed)

const AT_ONCE = 8
/** One of this many inputs goes to a socket. */
const EVENT_EVERY = 7
/**
 * Bounded caches fill up during the run, and the engine keeps spare memory: more than this is growth. Bytes.
 */
const HEAP_GROWTH = 24 * 2 ** 20
/** Number of connections to the store and kept-alive ones, which varies. */
const DESCRIPTOR_GROWTH = 40

interface Failure {
  readonly input: number
  readonly sent: Sent | { event: unknown; args: unknown[] }
  readonly answer: Answer | string
}

async function run(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-fuzz-'))
  const server = await startChild(path.resolve('src/server/boot/main.ts'), {
    NODE_ENV: 'test',
    MONGODB_URI: '',
    REDIS_URL: '',
    DATA_DIR: path.join(folder, 'data'),
    UPLOADS_DIR: path.join(folder, 'uploads'),
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'error',
  })
  try {
    const crew = await openCrew(server.url, path.join(folder, 'data'))
    const failures = await flood(server.url, crew, inputs * 0.4, 0)
    const [heapBefore, openBefore] = [await server.heap(), await descriptors(server.pid)]
    failures.push(...(await flood(server.url, crew, inputs * 0.6, inputs * 0.4)))
    const [heapAfter, openAfter] = [await server.heap(), await descriptors(server.pid)]
    const errors = await crew.loggedErrors()
    await crew.close()
    return report({ failures, errors, heap: heapAfter - heapBefore, open: openAfter - openBefore })
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const statuses = new Map<number, number>()

/**
 * Sends `count` inputs, several at a time. The inputs depend only on the seed, their numbers, and the ids
 * received so far.
 */
async function flood(url: string, crew: Crew, count: number, from: number): Promise<Failure[]> {
  const operations = operationsOf((await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApi)
  const failures: Failure[] = []
  let next = Math.round(from)
  const end = next + Math.round(count)
  const work = async () => {
    while (next < end) {
      const input = next++
      const failure =
        input % EVENT_EVERY === 0
          ? await tryEvent(crew, input)
          : await tryRequest(url, crew, operations, input)
      if (failure) failures.push(failure)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return failures
}

async function tryRequest(
  url: string,
  crew: Crew,
  operations: ReturnType<typeof operationsOf>,
  input: number,
): Promise<Failure | null> {
  const dice = seeded(seed * 1_000_003 + input)
  const caller = crew.pick(dice)
  const sent = randomRequest(operations, dice, crew.seen)
  const answer = await send(url, sent, caller.cookie)
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  crew.learn(sent.path, answer.body)
  if (answer.status === 401 || answer.cookie !== undefined) await crew.replace(caller)
  return answer.status >= 500 || answer.status === 0 ? { input, sent, answer } : null
}

async function tryEvent(crew: Crew, input: number): Promise<Failure | null> {
  const dice = seeded(seed * 1_000_003 + input)
  const event = randomEvent(dice, crew.seen)
  const wrong = await sendEvent(await crew.socket(dice), event)
  return wrong ? { input, sent: event, answer: wrong } : null
}

const descriptors = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/fd`)).length

interface Outcome {
  readonly failures: readonly Failure[]
  readonly errors: number
  readonly heap: number
  readonly open: number
}

function report({ failures, errors, heap, open }: Outcome): number {
  for (const { input, sent, answer } of failures.slice(0, 20))
    console.error(
      `Input ${input}: ${JSON.stringify(sent).slice(0, 600)}\n  ${JSON.stringify(answer).slice(0, 600)}`,
    )
  const spread = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  console.log(`${inputs} inputs with seed ${seed}. Answers: ${spread.join(', ')}`)
  console.log(
    `Errors in the log: ${errors}. Heap: ${(heap / 2 ** 20).toFixed(1)} MiB more, descriptors: ${open} more, between 40 % and the end.`,
  )
  const checks = [failures.length === 0, errors === 0, heap <= HEAP_GROWTH, open <= DESCRIPTOR_GROWTH]
  const failed = checks.filter((holds) => !holds).length
  console.log(`\n${checks.length - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

const parts = {
  inputs: run,
  convergence: () => runConvergence({ seeds: Number(values.seeds), first: seed }),
}
const chosen = values.part === undefined ? Object.keys(parts) : [values.part]
for (const name of chosen) {
  const part = parts[name as keyof typeof parts]
  if (!part) throw new Error(`There is no part ${name}, only ${Object.keys(parts).join(' and ')}`)
  process.exitCode ||= await part()
}
