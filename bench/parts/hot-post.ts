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
const VIEWERS = 100
const CONNECTIONS = 400
const SECONDS = 8
/** A round takes more than half a minute. */
const MAX_ROUNDS = 3
/** Reactions a second that are offered. */
const RATES = [200, 1_000] as const

/** Reactions on one post that a hundred people have on screen, offered at a fixed rate, against insert and $inc. */
export async function hotPost(bench: Bench): Promise<Result[]> {
  const results: Result[] = []
  for (const rate of RATES) {
    const compared = await compare({
      rounds: Math.min(bench.options.rounds, MAX_ROUNDS),
      own: bench.own,
      product: async () => offer(bench.product, await productReactions(bench), rate),
      bare: () => offer(bench.bare, bareReactions(), rate),
    })
    const detail = { ...compared, rate, seconds: SECONDS, viewers: VIEWERS }
    const name = `reactions on one post, ${rate}/s offered`
    results.push(
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
    )
  }
  return results
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

async function productReactions({ product, db }: Bench): Promise<HotPost> {
  const cookies = await signIn(
    db,
    Array.from({ length: PEOPLE }, (_, at) => personId(3_000 + at)),
  )
  const { id } = await callOnce<PostView>(product.port, {
    method: 'POST',
    path: '/api/posts',
    cookie: cookies[0]!,
    body: { text: `React, all of you. ${randomUUID()}` },
  })
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

function bareReactions(): HotPost {
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
