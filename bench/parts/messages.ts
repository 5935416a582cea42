import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { MessageView } from '#contract/messages.ts'
import type { Bench } from '#bench/support/bench.ts'
import type { Child } from '#bench/support/child.ts'
import { openLoop, type Call } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { compare, type Figures } from '#bench/support/rounds.ts'
import { follows } from '#bench/support/acquainted.ts'
import { signIn } from '#bench/support/sessions.ts'
import { openSocket, payloadOf } from '#bench/support/sockets.ts'
import { quantile } from '#bench/support/stats.ts'
import { personId } from '#bench/support/world.ts'

const PAIRS = 20
const MESSAGES = 500
const PER_SECOND = 100

interface Letter {
  content: string
  call: Call
}

interface Post {
  /** The next message of a pair, for this server. */
  letter(at: number): Letter
  close(): void
  /** Called with the content of each message that reaches its receiver's socket. */
  onArrival(listener: (message: Partial<MessageView>) => void): void
}

/**
 * A message from the sender's REST call to the receiver's socket, at a steady rate, against insert and emit.
 */
export async function messages(bench: Bench): Promise<Result[]> {
  const { product, bare, options, own } = bench
  const [ours, theirs] = await Promise.all([productPost(bench), barePost(bench)])
  try {
    await deliver(product, ours)
    await deliver(bare, theirs)
    const result = await compare({
      rounds: options.rounds,
      own,
      product: () => deliver(product, ours),
      bare: () => deliver(bare, theirs),
    })
    const detail = { ...result, perSecond: PER_SECOND, messagesARun: MESSAGES }
    return [
      {
        measure: 'message by REST to the other socket, p50 against bare',
        unit: 'x',
        value: result.ratio['p50']!,
        must: 1.3,
        aim: 1.15,
        detail,
      },
      {
        measure: 'CPU a message against bare',
        unit: 'x',
        value: result.ratio['cpu']!,
        must: 1.5,
        aim: 1.2,
        detail,
      },
    ]
  } finally {
    ours.close()
    theirs.close()
  }
}

async function deliver(server: Child, post: Post): Promise<Figures> {
  const due = new Map<string, number>()
  const latencies: number[] = []
  let arrived: () => void
  const all = new Promise<void>((resolve) => (arrived = resolve))
  post.onArrival(({ content }) => {
    const from = due.get(content!)
    if (from === undefined) return
    due.delete(content!)
    latencies.push(performance.now() - from)
    if (latencies.length === MESSAGES) arrived()
  })
  const before = await server.cpu()
  await openLoop(server.port, MESSAGES, PER_SECOND, (at, dueAt) => {
    const { content, call } = post.letter(at)
    due.set(content, dueAt)
    return call
  })
  await all
  const cpu = (await server.cpu()) - before
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), cpu: cpu / MESSAGES }
}

const senderOf = (at: number) => personId(1_000 + 2 * (at % PAIRS))
const receiverOf = (at: number) => personId(1_001 + 2 * (at % PAIRS))
const places = Array.from({ length: PAIRS }, (_, at) => at)

async function productPost({ product, db }: Bench): Promise<Post> {
  const [senders, receivers] = await Promise.all([
    signIn(db, places.map(senderOf)),
    signIn(db, places.map(receiverOf)),
  ])
  await follows(
    db,
    places.map((at) => ({ followerId: receiverOf(at), followeeId: senderOf(at) })),
  )
  return collect(
    (listen) => [
      ...senders.map((cookie) => openSocket({ port: product.port, cookie }, 'ready')),
      ...receivers.map((cookie) => openSocket({ port: product.port, cookie, onEvent: listen }, 'ready')),
    ],
    (at, content) => ({
      method: 'POST',
      path: '/api/messages',
      cookie: senders[at % PAIRS]!,
      body: { receiverId: receiverOf(at), content, clientId: randomUUID() },
    }),
  )
}

async function barePost({ bare }: Bench): Promise<Post> {
  return collect(
    (listen) => [
      ...places.map((at) => openSocket({ port: bare.port, auth: { user: senderOf(at) } })),
      ...places.map((at) => openSocket({ port: bare.port, auth: { user: receiverOf(at) }, onEvent: listen })),
    ],
    (at, content) => {
      const body = {
        id: randomUUID(),
        conversationId: randomUUID(),
        seq: at,
        senderId: senderOf(at),
        receiverId: receiverOf(at),
        content,
        mediaUrl: null,
        mediaType: null,
        deleted: false,
        rev: 1,
      }
      return { method: 'POST', path: '/messages', body }
    },
  )
}

type Listen = (name: string, frame: string) => void

async function collect(
  open: (listen: Listen) => ReturnType<typeof openSocket>[],
  callOf: (at: number, content: string) => Call,
): Promise<Post> {
  let listener: (message: Partial<MessageView>) => void = () => {}
  const listen: Listen = (name, frame) => {
    if (name === 'message:created') listener(payloadOf<{ message: MessageView }>(frame).message)
  }
  const sockets = await Promise.all(open(listen))
  assert.equal(sockets.length, 2 * PAIRS)
  return {
    letter(at) {
      const content = `${'A word in your ear. '.repeat(3)}${randomUUID()}`
      return { content, call: callOf(at, content) }
    },
    onArrival: (next) => void (listener = next),
    close: () => sockets.forEach((socket) => socket.close()),
  }
}
