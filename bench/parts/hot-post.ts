import { randomUUID } from 'node:crypto'
import type { PostView } from '#contract/posts.ts'
import { REACTIONS } from '#contract/posts.constants.ts'
import type { Bench } from '#bench/support/bench.ts'
import type { Child } from '#bench/support/child.ts'
import { startCrowd } from '#bench/support/crowd.ts'
import { callOnce, openLoop, type Call } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { compare, type Figures } from '#bench/support/rounds.ts'
import { signIn } from '#bench/support/sessions.ts'
import { quantile } from '#bench/support/stats.ts'
import { personId } from '#bench/support/world.ts'

/** So many that nobody reaches the limit of 120 reactions a minute. */
const PEOPLE = 1_000
/** Each follows once. */
const FOLLOWERS = 4_000
const VIEWERS = 100
const CONNECTIONS = 400
const SECONDS = 8
/** A round takes more than half a minute. */
const MAX_ROUNDS = 3

interface Hot {
  name: string
  /** Writes a second that are offered. */
  rates: readonly number[]
  product: (bench: Bench) => Promise<HotPost>
}

const KINDS: readonly Hot[] = [
  { name: 'reactions on one post', rates: [200, 1_000], product: productReactions },
  { name: 'comments on one post', rates: [200, 500], product: productComments },
  { name: 'follows of one person', rates: [200, 500], product: productFollows },
]

/**
 * Reactions and comments on one post that a hundred people have on screen, and follows of its author, offered
 * at a fixed rate, against one insert and one $inc.
 */
export async function hotPost(bench: Bench): Promise<Result[]> {
  const results: Result[] = []
  for (const { name, rates, product } of KINDS)
    for (const rate of rates)
      results.push(...(await measure(bench, `${name}, ${rate}/s offered`, rate, product)))
  return results
}

async function measure(bench: Bench, name: string, rate: number, product: Hot['product']): Promise<Result[]> {
  const compared = await compare({
    rounds: Math.min(bench.options.rounds, MAX_ROUNDS),
    own: bench.own,
    product: async () => offer(bench.product, await product(bench), rate),
    bare: () => offer(bench.bare, bareWrites(), rate),
  })
  const detail = { ...compared, rate, seconds: SECONDS, viewers: VIEWERS }
  return [
    {
      measure: `${name}: answered a second`,
      unit: '/s',
      value: compared.product['answered']!,
      must: rate * 0.95,
      atLeast: true,
      detail,
    },
    { measure: `${name}: p99`, unit: 'ms', value: compared.product['p99']!, must: 250, detail },
    { measure: `${name}: CPU against bare`, unit: 'x', value: compared.ratio['cpu']!, detail },
  ]
}

interface HotPost {
  readonly id: string
  readonly event: string
  /** How a viewer's socket asks for the post. */
  readonly auth: Record<string, string>
  readonly callOf: (at: number) => Call
}

async function offer(server: Child, post: HotPost, rate: number): Promise<Figures> {
  const crowd = startCrowd()
  try {
    await crowd.open({
      port: server.port,
      sockets: Array.from({ length: VIEWERS }, () => ({ auth: post.auth })),
      // The product says when a socket is ready, and is asked for a post; the bare server has rooms.
      ...(!post.auth['room'] && { until: 'ready', watch: { posts: [post.id] } }),
      event: post.event,
    })
    await crowd.forget()
    const [cpu, own] = [await server.cpu(), process.cpuUsage()]
    const load = await openLoop(server.port, rate * SECONDS, rate, post.callOf, {
      concurrency: CONNECTIONS,
      mayRefuse: true,
    })
    const generator = process.cpuUsage(own)
    const { frames } = await crowd.heard()
    return {
      refused: load.refused,
      answered: load.latencies.length / load.seconds,
      p50: quantile(load.latencies, 0.5),
      p99: quantile(load.latencies, 0.99),
      /** Microseconds of the server's CPU for one reaction; the database is not in it. */
      cpu: ((await server.cpu()) - cpu) / load.latencies.length,
      /** Cores that the generator of the load used. */
      generatorCores: (generator.user + generator.system) / 1e6 / load.seconds,
      framesAViewerAndSecond: frames / VIEWERS / load.seconds,
    }
  } finally {
    await crowd.close()
  }
}

const signedIn = (db: Bench['db'], people: number): Promise<string[]> =>
  signIn(
    db,
    Array.from({ length: people }, (_, at) => personId(3_000 + at)),
  )

async function newPost({ product }: Bench, cookie: string): Promise<string> {
  const { id } = await callOnce<PostView>(product.port, {
    method: 'POST',
    path: '/api/posts',
    cookie,
    body: { text: `React, all of you. ${randomUUID()}` },
  })
  return id
}

async function productReactions(bench: Bench): Promise<HotPost> {
  const cookies = await signedIn(bench.db, PEOPLE)
  const id = await newPost(bench, cookies[0]!)
  return {
    id,
    event: 'post:updated',
    auth: {},
    callOf: (at) => ({
      method: 'POST',
      path: `/api/posts/${id}/react`,
      cookie: cookies[at % PEOPLE]!,
      body: { emoji: REACTIONS[Math.floor(at / PEOPLE) % REACTIONS.length]!.emoji },
    }),
  }
}

async function productComments(bench: Bench): Promise<HotPost> {
  const cookies = await signedIn(bench.db, PEOPLE)
  const id = await newPost(bench, cookies[0]!)
  return {
    id,
    event: 'comment:created',
    auth: {},
    callOf: (at) => ({
      method: 'POST',
      path: `/api/posts/${id}/comments`,
      cookie: cookies[at % PEOPLE]!,
      body: { text: `Comment ${at} ${randomUUID()}`, clientId: randomUUID() },
    }),
  }
}

/** A new person each time, so that nobody follows already. */
let followed = 0

async function productFollows(bench: Bench): Promise<HotPost> {
  const cookies = await signedIn(bench.db, FOLLOWERS)
  const followee = personId(9_000 + followed++)
  return {
    id: await newPost(bench, cookies[0]!),
    event: 'profile:updated',
    auth: {},
    callOf: (at) => ({
      method: 'POST',
      path: `/api/users/${followee}/follow`,
      cookie: cookies[at % FOLLOWERS]!,
    }),
  }
}

/** One insert and one $inc, whatever is written. */
function bareWrites(): HotPost {
  const id = randomUUID()
  return {
    id,
    event: 'post:updated',
    auth: { room: `post:${id}` },
    callOf: (at) => ({
      method: 'POST',
      path: `/posts/${id}/react`,
      body: { userId: personId(3_000 + (at % PEOPLE)), emoji: REACTIONS[0].emoji },
    }),
  }
}
