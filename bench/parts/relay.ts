import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { startRedis, type RedisProcess } from '#tests/support/redis.ts'
import { follows } from '#bench/support/acquainted.ts'
import type { Bench } from '#bench/support/bench.ts'
import type { Child } from '#bench/support/child.ts'
import { startCrowd } from '#bench/support/crowd.ts'
import { openLoop, type Load } from '#bench/support/http-load.ts'
import { cpuOf } from '#bench/support/rounds.ts'
import type { Result } from '#bench/support/report.ts'
import { signIn } from '#bench/support/sessions.ts'
import { mean, quantile, spreadOf } from '#bench/support/stats.ts'
import { personId } from '#bench/support/world.ts'

const SIZES = [2, 4, 8]
const PAIRS = 20
const PER_SECOND = 50
/** Two beats of presence: what a process does by the clock falls into each run alike. */
const SECONDS = 30
const MESSAGES = PER_SECOND * SECONDS
const WARM_UP = 5 * PER_SECOND
/** People who have nothing to do with the messages, at each process that has sockets of others. */
const OTHERS = 200
const MAX_ROUNDS = 3

/** CPU for one message, ms. */
interface Figures {
  /** Of a process without sockets, and of one with sockets of other people. */
  empty: number
  others: number
  writer: number
  redis: number
  /** From the moment a message is due until the answer. */
  p99: number
}

/**
 * What a message costs the server processes that it does not concern: people of two processes write to each other,
 * of the other processes a half has no sockets, and a half those of other people. All share one Redis and one store.
 */
export async function relay(bench: Bench): Promise<Result[]> {
  const results: Result[] = []
  for (const size of SIZES) results.push(...(await measureSize(bench, size)))
  return results
}

async function measureSize(bench: Bench, size: number): Promise<Result[]> {
  const started = new AsyncDisposableStack()
  try {
    return await measureWith(bench, size, started)
  } finally {
    await started.disposeAsync()
  }
}

async function measureWith(bench: Bench, size: number, started: AsyncDisposableStack): Promise<Result[]> {
  const redis = started.use(await startRedis())
  // The other servers of the bench do not share this Redis, and each says so.
  const env = { REDIS_URL: redis.url, LOG_LEVEL: 'fatal' }
  const servers: Child[] = []
  // One after the other: a start takes all of a small machine.
  for (let at = 0; at < size; at += 1)
    servers.push(started.adopt(await bench.anotherProduct({ env }), (server) => server.stop()))
  // Of two processes one has both people of each pair.
  const talking = size === 2 ? 1 : 2
  const idle = servers.slice(talking)
  const [empty, crowded] = [idle.slice(0, idle.length / 2), idle.slice(idle.length / 2)]
  const open = async (server: Child, people: readonly string[]) => {
    const crowd = started.adopt(startCrowd(), (one) => one.close())
    const sockets = (await signIn(bench.db, people)).map((cookie) => ({ cookie }))
    await crowd.open({ port: server.port, sockets, until: 'ready', event: 'message:created' })
  }
  await open(servers[0]!, places.map(senderOf))
  await open(servers[talking - 1]!, places.map(receiverOf))
  for (const [at, server] of crowded.entries()) await open(server, othersOf(at))
  const write = await writing(bench, servers[0]!)
  const measure = await measuring({ servers, empty, crowded, redis }, write)
  const runs: Figures[] = []
  while (runs.length < Math.min(MAX_ROUNDS, bench.options.rounds)) runs.push(await measure())
  return rowsOf(size, runs)
}

const places = Array.from({ length: PAIRS }, (_, at) => at)
const senderOf = (at: number) => personId(1_000 + 2 * at)
const receiverOf = (at: number) => personId(1_001 + 2 * at)
const othersOf = (crowd: number) =>
  Array.from({ length: OTHERS }, (_, at) => personId(2_000 + crowd * OTHERS + at))

/** Sends the messages of one run; their receivers follow who writes. */
async function writing({ db }: Bench, { port }: Child): Promise<(messages: number) => Promise<Load>> {
  await follows(
    db,
    places.map((at) => ({ followerId: receiverOf(at), followeeId: senderOf(at) })),
  )
  const cookies = await signIn(db, places.map(senderOf))
  return (messages) =>
    openLoop(port, messages, PER_SECOND, (at) => ({
      method: 'POST',
      path: '/api/messages',
      cookie: cookies[at % PAIRS]!,
      body: {
        receiverId: receiverOf(at % PAIRS),
        content: `${'A word in your ear. '.repeat(3)}${randomUUID()}`,
        clientId: randomUUID(),
      },
    }))
}

interface Site {
  servers: readonly Child[]
  empty: readonly Child[]
  crowded: readonly Child[]
  redis: RedisProcess
}

/** Measures a run, less what the processes use in the same time before and after it. */
async function measuring(
  { servers, empty, crowded, redis }: Site,
  write: (messages: number) => Promise<Load>,
) {
  const redisPid = Number(/process_id:(\d+)/.exec(String(await redis.command('INFO', 'server')))![1])
  const used = async () => [
    ...(await Promise.all(servers.map(async (server) => (await server.cpu()) / 1000))),
    cpuOf(redisPid),
  ]
  const usedIn = async (work: () => Promise<void>) => {
    const before = await used()
    await work()
    return (await used()).map((cpu, at) => cpu - before[at]!)
  }
  return async (): Promise<Figures> => {
    await write(WARM_UP)
    const quiet = () => pause(SECONDS * 1000)
    const before = await usedIn(quiet)
    let latencies: readonly number[] = []
    const loud = await usedIn(async () => void ({ latencies } = await write(MESSAGES)))
    const after = await usedIn(quiet)
    const each = loud.map((cpu, at) => (cpu - mean([before[at]!, after[at]!])) / MESSAGES)
    const of = (some: readonly Child[]) => mean(some.map((server) => each[servers.indexOf(server)]!))
    return {
      empty: of(empty),
      others: of(crowded),
      writer: each[0]!,
      redis: each.at(-1)!,
      p99: quantile(latencies, 0.99),
    }
  }
}

function rowsOf(size: number, runs: readonly Figures[]): Result[] {
  const detail = { size, perSecond: PER_SECOND, seconds: SECONDS, rounds: runs.length, others: OTHERS }
  const row = (what: string, figure: keyof Figures, must?: number): Result => ({
    measure: `a message at ${size} processes: ${what}`,
    unit: 'ms',
    value: spreadOf(runs.map((one) => one[figure])),
    ...(must && { must }),
    detail,
  })
  return [
    ...(size > 2 ? [row('CPU of a process without sockets', 'empty', 0.03)] : []),
    row('CPU of a process with sockets of other people', 'others', 0.03),
    row('CPU of the writer', 'writer'),
    row('CPU of Redis', 'redis'),
    row('p99 of the answer', 'p99'),
  ]
}
