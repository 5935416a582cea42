import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { PublicPostView } from '#contract/posts.ts'
import type { Bench } from '#bench/support/bench.ts'
import type { Child } from '#bench/support/child.ts'
import { openFeedCrowds, startCrowd, type Crowd } from '#bench/support/crowd.ts'
import { callOnce, type Call } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { compare, cpuOf, type Figures } from '#bench/support/rounds.ts'
import { signIn } from '#bench/support/sessions.ts'
import { quantile } from '#bench/support/stats.ts'
import { personId } from '#bench/support/world.ts'

const SCREENS = 500
/** Posts in a run, by different people. */
const POSTS = 12
/** Posts that each server gets first: until then V8 runs much of its code unoptimised. */
const WARM_UP = 300
/** The product announces new posts at most four times a second (LIVE L14). ms */
const PAUSE_MS = 400

/** A new post, from its author's request to the last of 500 screens, against one insert and `io.to(room).emit`. */
export async function newPost({ product, bare, db, options, own }: Bench): Promise<Result[]> {
  const cookies = await signIn(
    db,
    Array.from({ length: POSTS }, (_, at) => personId(4_000 + at)),
  )
  const [ours, theirs] = [startCrowd(), startCrowd()]
  const store = own.at(-1)!
  try {
    await openFeedCrowds({ product, bare }, [ours, theirs], SCREENS)
    const postCall = (at: number): Call => ({
      method: 'POST',
      path: '/api/posts',
      cookie: cookies[at]!,
      body: { text: 'Hear ye, five hundred thrones.', clientId: randomUUID() },
    })
    const { viewer: _, ...sent } = await callOnce<PublicPostView & { viewer: unknown }>(
      product.port,
      postCall(0),
    )
    await ours.allHeard(SCREENS)
    // The same bytes that the product stores and sends for a post.
    const bareCall = (): Call => ({ method: 'POST', path: '/posts', body: { ...sent, id: randomUUID() } })
    const run = (server: Child, crowd: Crowd, callOf: (at: number) => Call) =>
      publish({ server, store, crowd, callOf })
    for (let at = 0; at < WARM_UP; at += 1) {
      await callOnce(product.port, postCall(at % POSTS))
      await callOnce(bare.port, bareCall())
    }
    await pause(PAUSE_MS)
    const result = await compare({
      rounds: options.rounds,
      own: [...own, ours.pid, theirs.pid],
      product: () => run(product, ours, postCall),
      bare: () => run(bare, theirs, bareCall),
    })
    const detail = { ...result, screens: SCREENS, postsARun: POSTS }
    return [
      {
        measure: `new post on ${SCREENS} screens, from the request to the last one, p50 against bare`,
        unit: 'x',
        value: result.ratio['p50']!,
        must: 1.2,
        aim: 1,
        detail,
      },
      {
        measure: `CPU of a new post on ${SCREENS} screens, server and store, against bare`,
        unit: 'x',
        value: result.ratio['cpu']!,
        detail,
      },
    ]
  } finally {
    await Promise.all([ours.close(), theirs.close()])
  }
}

interface Run {
  server: Child
  /** Pid of the store. */
  store: number
  crowd: Crowd
  callOf(at: number): Call
}

async function publish({ server, store, crowd, callOf }: Run): Promise<Figures> {
  const times: number[] = []
  const before = await server.cpu()
  const storeBefore = cpuOf(store)
  for (let at = 0; at < POSTS; at += 1) {
    await crowd.forget()
    const begin = process.hrtime.bigint()
    await callOnce(server.port, callOf(at))
    const { last } = await crowd.allHeard(SCREENS)
    times.push(Number(BigInt(last) - begin) / 1e6)
    await pause(PAUSE_MS)
  }
  const serverMs = ((await server.cpu()) - before) / 1000 / POSTS
  const storeMs = (cpuOf(store) - storeBefore) / POSTS
  return {
    p50: quantile(times, 0.5),
    worst: Math.max(...times),
    cpu: serverMs + storeMs,
    serverMs,
    storeMs,
  }
}
