import assert from 'node:assert/strict'
import type { PostView } from '#contract/posts.ts'
import type { Bench } from '#bench/support/bench.ts'
import type { Child } from '#bench/support/child.ts'
import { callOnce, closedLoop, type Call } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { compare, type Compared, type Figures } from '#bench/support/rounds.ts'
import { signIn } from '#bench/support/sessions.ts'
import { copyPostsForBare, readerId } from '#bench/support/world.ts'

const CALLS = 4_000
const CONCURRENCY = 16

/** Reads the first page of 'For you', as a visitor and signed in, against one driver read and res.json. */
export async function feed(bench: Bench): Promise<Result[]> {
  const { product, bare, db, options, own } = bench
  await copyPostsForBare(db)
  const bareCall: Call = { path: '/feed' }
  const visitorCall: Call = { path: '/api/posts' }
  const shown = await callOnce<PostView[]>(product.port, visitorCall)
  const reactor = shown.flatMap(({ reactions }) => reactions)[0]
  assert(reactor, 'the page needs a reaction')
  const cookies = await signIn(db, [readerId('50'), reactor.userId])
  const [signedInCall, reactorCall] = cookies.map((cookie): Call => ({ ...visitorCall, cookie })) as [
    Call,
    Call,
  ]
  await assertSameAnswers(bench, bareCall, visitorCall, [signedInCall, reactorCall])
  const contest = (call: Call) =>
    compare({
      rounds: options.rounds,
      own,
      product: () => read(product, call),
      bare: () => read(bare, bareCall),
    })
  await Promise.all([read(product, visitorCall), read(bare, bareCall)]) // until the compiler has seen both
  const visitor = await contest(visitorCall)
  const signedIn = await contest(signedInCall)
  const reacted = await contest(reactorCall)
  return [
    {
      measure: "visitor's feed, throughput against bare",
      unit: 'x',
      value: visitor.ratio['perSecond']!,
      must: 6,
      aim: 10,
      atLeast: true,
      detail: { ...visitor },
    },
    cpuOf('signed-in feed', signedIn),
    cpuOf('signed-in feed of somebody who has reacted on the page', reacted),
  ]
}

const cpuOf = (feed: string, compared: Compared): Result => ({
  measure: `${feed}, CPU a request against bare`,
  unit: 'x',
  value: compared.ratio['cpu']!,
  must: 0.35,
  aim: 0.25,
  detail: { ...compared },
})

async function read(server: Child, call: Call): Promise<Figures> {
  const before = await server.cpu()
  const { seconds, bytes } = await closedLoop(server.port, CALLS, CONCURRENCY, () => call)
  return { perSecond: CALLS / seconds, cpu: ((await server.cpu()) - before) / CALLS, bytes: bytes / CALLS }
}

async function assertSameAnswers(
  { product, bare }: Bench,
  bareCall: Call,
  visitorCall: Call,
  signedInCalls: readonly Call[],
): Promise<void> {
  const expected = await callOnce<PostView[]>(bare.port, bareCall)
  const shown = await callOnce<PostView[]>(product.port, visitorCall)
  assert.equal(expected.length, 20)
  assert.deepEqual(shown, expected)
  for (const call of signedInCalls) {
    const signedIn = await callOnce<PostView[]>(product.port, call)
    assert.deepEqual(
      signedIn.map(({ id }) => id),
      expected.map(({ id }) => id),
    )
  }
}
