import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Bench } from '#bench/support/bench.ts'
import { bareMessage, compareDeliveries, gather, type Audience } from '#bench/support/deliveries.ts'
import type { Result } from '#bench/support/report.ts'
import { follows } from '#bench/support/acquainted.ts'
import { signIn } from '#bench/support/sessions.ts'
import { openSocket } from '#bench/support/sockets.ts'
import { personId } from '#bench/support/world.ts'

const PAIRS = 20
const MESSAGES = 1_000
const PER_SECOND = 100

const RATE = { messages: MESSAGES, perSecond: PER_SECOND, listeners: 1 }

/**
 * A message from the sender's REST call to the receiver's socket, at a steady rate, against insert and emit.
 */
export async function messages(bench: Bench): Promise<Result[]> {
  const [ours, theirs] = await Promise.all([productPost(bench), barePost(bench)])
  try {
    const result = await compareDeliveries(bench, [ours, theirs], RATE)
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
        measure: 'CPU a message, server and store, against bare',
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

const senderOf = (at: number) => personId(1_000 + 2 * (at % PAIRS))
const receiverOf = (at: number) => personId(1_001 + 2 * (at % PAIRS))
const places = Array.from({ length: PAIRS }, (_, at) => at)

async function productPost({ product, db }: Bench): Promise<Audience> {
  const [senders, receivers] = await Promise.all([
    signIn(db, places.map(senderOf)),
    signIn(db, places.map(receiverOf)),
  ])
  assert.equal(senders.length + receivers.length, 2 * PAIRS)
  await follows(
    db,
    places.map((at) => ({ followerId: receiverOf(at), followeeId: senderOf(at) })),
  )
  return gather(
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

async function barePost({ bare }: Bench): Promise<Audience> {
  return gather(
    (listen) => [
      ...places.map((at) => openSocket({ port: bare.port, auth: { user: senderOf(at) } })),
      ...places.map((at) => openSocket({ port: bare.port, auth: { user: receiverOf(at) }, onEvent: listen })),
    ],
    (at, content) =>
      bareMessage(at, content, {
        conversationId: randomUUID(),
        senderId: senderOf(at),
        receiverId: receiverOf(at),
      }),
  )
}
