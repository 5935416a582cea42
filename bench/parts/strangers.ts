import { randomUUID } from 'node:crypto'
import { follows } from '#bench/support/acquainted.ts'
import type { Bench } from '#bench/support/bench.ts'
import { closedLoop, openLoop, type Call } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { compare, cpuOf, type Figures } from '#bench/support/rounds.ts'
import { signIn } from '#bench/support/sessions.ts'
import { quantile, spreadOf } from '#bench/support/stats.ts'
import { personId } from '#bench/support/world.ts'

/** Messages of a run one after the other, and offered at a fixed rate. */
const ALONE = 400
const PER_SECOND = 200
const SECONDS = 8
/** A request ends after a number of messages. */
const MESSAGES_A_REQUEST = 50

type Calls = (at: number) => Call

/** Ways to write to somebody. `prepare` makes the calls of a run. */
interface Way {
  name: string
  prepare(bench: Bench, messages: number): Promise<Calls>
}

const FIRST: Way = { name: 'first message to a stranger', prepare: firstMessages }
const NEXT: Way = { name: 'further message to a stranger', prepare: requestMessages }
const FRIEND: Way = { name: 'message to a friend', prepare: friendMessages }

/**
 * Messages to strangers, which are requests, against messages to friends: one in flight, and offered at a fixed rate.
 * And first messages to one person at the same moment.
 */
export async function strangers(bench: Bench): Promise<Result[]> {
  const results: Result[] = []
  for (const way of [FIRST, NEXT]) results.push(...(await against(bench, way)))
  return [...results, await crowd(bench)]
}

async function against(bench: Bench, way: Way): Promise<Result[]> {
  const { own, options } = bench
  await run(bench, way)
  await run(bench, FRIEND)
  const compared = await compare({
    rounds: options.rounds,
    own,
    product: () => run(bench, way),
    bare: () => run(bench, FRIEND),
  })
  const figure = (what: string, name: string): Result => ({
    measure: `${way.name}, ${what}, against one to a friend`,
    unit: 'x',
    value: compared.ratio[name]!,
    must: 1.3,
    detail: { ...compared },
  })
  return [
    figure('one in flight, p50', 'p50'),
    figure(`${PER_SECOND}/s offered, p99`, 'offeredP99'),
    figure(`${PER_SECOND}/s offered, CPU of server and store`, 'cpu'),
  ]
}

async function run(bench: Bench, { prepare }: Way): Promise<Figures> {
  const { product, own } = bench
  const alone = await closedLoop(product.port, ALONE, 1, await prepare(bench, ALONE))
  const many = PER_SECOND * SECONDS
  const callOf = await prepare(bench, many)
  const store = own.at(-1)!
  const before = [await product.cpu(), cpuOf(store) * 1000] as const
  const offered = await openLoop(product.port, many, PER_SECOND, callOf, { concurrency: 100 })
  const serverCpu = ((await product.cpu()) - before[0]) / many
  const storeCpu = (cpuOf(store) * 1000 - before[1]) / many
  return {
    p50: quantile(alone.latencies, 0.5),
    p99: quantile(alone.latencies, 0.99),
    offeredP50: quantile(offered.latencies, 0.5),
    offeredP99: quantile(offered.latencies, 0.99),
    serverCpu,
    storeCpu,
    cpu: serverCpu + storeCpu,
  }
}

const SENDERS = 200
const RECEIVERS = 200
const senderAt = (at: number): string => personId(2_000 + (at % SENDERS))
const receiverAt = (at: number): string => personId(6_000 + (at % RECEIVERS))

/** How many pairs of a sender and a receiver have met. */
let met = 0

/** Two people who have never met. */
function newPair(): { from: number; to: string } {
  const at = met++
  if (at >= SENDERS * RECEIVERS) throw new Error('Everybody has written to everybody: fewer rounds')
  return { from: at % SENDERS, to: receiverAt(at + Math.floor(at / SENDERS)) }
}

const cookiesOf = ({ db }: Bench): Promise<string[]> =>
  signIn(
    db,
    Array.from({ length: SENDERS }, (_, at) => senderAt(at)),
  )

const message = (cookie: string, receiverId: string): Call => ({
  method: 'POST',
  path: '/api/messages',
  cookie,
  body: { receiverId, content: `${'A word in your ear. '.repeat(3)}${randomUUID()}`, clientId: randomUUID() },
})

async function firstMessages(bench: Bench): Promise<Calls> {
  const cookies = await cookiesOf(bench)
  return () => {
    const { from, to } = newPair()
    return message(cookies[from]!, to)
  }
}

/** Conversations that exist take turns. */
async function nextMessages({ product }: Bench, cookies: string[], pairs: Pair[]): Promise<Calls> {
  const callOf: Calls = (at) => {
    const { from, to } = pairs[at % pairs.length]!
    return message(cookies[from]!, to)
  }
  await closedLoop(product.port, pairs.length, 1, callOf)
  return callOf
}

type Pair = ReturnType<typeof newPair>

const conversationsFor = (messages: number) => Math.ceil(messages / MESSAGES_A_REQUEST)

async function requestMessages(bench: Bench, messages: number): Promise<Calls> {
  const pairs = Array.from({ length: conversationsFor(messages) }, newPair)
  return nextMessages(bench, await cookiesOf(bench), pairs)
}

async function friendMessages(bench: Bench, messages: number): Promise<Calls> {
  const pairs = Array.from({ length: conversationsFor(messages) }, (_, at) => ({
    from: at,
    to: personId(7_000 + at),
  }))
  await follows(
    bench.db,
    pairs.map(({ from, to }) => ({ followerId: to, followeeId: senderAt(from) })),
  )
  return nextMessages(bench, await cookiesOf(bench), pairs)
}

const CROWD = 40
const ROUNDS = 5
/** Of a person to whom nobody has written, by their place: a new one each time. */
let lonely = 9_000

/** The hardest case: each message also notifies the receiver, who follows the senders. */
async function crowd(bench: Bench): Promise<Result> {
  const { db, product } = bench
  const cookies = await cookiesOf(bench)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const to = personId(lonely++)
    const places = Array.from({ length: CROWD }, (_, at) => at)
    await follows(
      db,
      places.map((at) => ({ followerId: to, followeeId: senderAt(at) })),
    )
    const { seconds } = await closedLoop(product.port, CROWD, CROWD, (at) => message(cookies[at]!, to))
    times.push(seconds * 1000)
  }
  return {
    measure: `${CROWD} first messages to one person at the same moment, to the last answer`,
    unit: 'ms',
    value: spreadOf(times),
    must: 2_000,
    aim: 500,
    detail: { times },
  }
}
