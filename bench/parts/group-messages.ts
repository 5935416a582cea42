import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ConversationView } from '#contract/messages.ts'
import type { Bench } from '#bench/support/bench.ts'
import { follows } from '#bench/support/acquainted.ts'
import { bareMessage, compareDeliveries, gather, type Audience } from '#bench/support/deliveries.ts'
import type { Result } from '#bench/support/report.ts'
import { signIn } from '#bench/support/sessions.ts'
import { openSocket } from '#bench/support/sockets.ts'
import { personId } from '#bench/support/world.ts'

const MEMBERS = 50
const MESSAGES = 200
const PER_SECOND = 40

const RATE = { messages: MESSAGES, perSecond: PER_SECOND, listeners: MEMBERS }

/** A message to a group of 50, from the call to the sockets of all, against one insert and one emit to a room. */
export async function groupMessages(bench: Bench): Promise<Result[]> {
  const [ours, theirs] = await Promise.all([productMeeting(bench), bareMeeting(bench)])
  try {
    const result = await compareDeliveries(bench, [ours, theirs], RATE)
    return [
      {
        measure: 'message to a group of 50, to the sockets of all, p50 against bare',
        unit: 'x',
        value: result.ratio['p50']!,
        must: 1.3,
        aim: 1.15,
        detail: { ...result, perSecond: PER_SECOND, messagesARun: MESSAGES },
      },
    ]
  } finally {
    ours.close()
    theirs.close()
  }
}

const memberIds = Array.from({ length: MEMBERS }, (_, at) => personId(1_000 + at))

async function productMeeting({ product, db }: Bench): Promise<Audience> {
  const cookies = await signIn(db, memberIds)
  // Nobody can be added who has not accepted contact.
  await follows(
    db,
    memberIds.slice(1).map((followerId) => ({ followerId, followeeId: memberIds[0]! })),
  )
  const answer = await fetch(`http://127.0.0.1:${product.port}/api/messages/groups`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', cookie: cookies[0]! },
    body: JSON.stringify({ name: 'Fifty', memberIds: memberIds.slice(1) }),
  })
  assert.equal(answer.status, 201)
  const { id } = (await answer.json()) as ConversationView
  return gather(
    (listen) => cookies.map((cookie) => openSocket({ port: product.port, cookie, onEvent: listen }, 'ready')),
    (at, content) => ({
      method: 'POST',
      path: '/api/messages',
      cookie: cookies[at % MEMBERS]!,
      body: { receiverId: id, content, clientId: randomUUID() },
    }),
  )
}

/** All sockets are in the room of one user: that of the group. */
async function bareMeeting({ bare }: Bench): Promise<Audience> {
  const room = randomUUID()
  return gather(
    (listen) => memberIds.map(() => openSocket({ port: bare.port, auth: { user: room }, onEvent: listen })),
    (at, content) => bareMessage(at, content, { conversationId: room, senderId: room, receiverId: room }),
  )
}
