import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { Bench } from '#bench/support/bench.ts'
import type { Child } from '#bench/support/child.ts'
import { openLoop, type Call } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { compare, type Figures } from '#bench/support/rounds.ts'
import { signIn } from '#bench/support/sessions.ts'
import { openSocket, payloadOf } from '#bench/support/sockets.ts'
import { quantile } from '#bench/support/stats.ts'
import { personId } from '#bench/support/world.ts'

const MEMBERS = 50
const MESSAGES = 200
const PER_SECOND = 40

interface Meeting {
  callOf(at: number, content: string): Call
  close(): void
  /** Called with the content of each message at each member's socket. */
  onArrival(listener: (content: string) => void): void
}

/** A message to a group of 50, from the call to the sockets of all, against one insert and one emit to a room. */
export async function groupMessages(bench: Bench): Promise<Result[]> {
  const { product, bare, options, own } = bench
  const [ours, theirs] = await Promise.all([productMeeting(bench), bareMeeting(bench)])
  try {
    await deliver(product, ours)
    await deliver(bare, theirs)
    const result = await compare({
      rounds: options.rounds,
      own,
      product: () => deliver(product, ours),
      bare: () => deliver(bare, theirs),
    })
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

async function deliver(server: Child, meeting: Meeting): Promise<Figures> {
  const due = new Map<string, number>()
  const latencies: number[] = []
  const { promise: all, resolve: arrived } = Promise.withResolvers<void>()
  meeting.onArrival((content) => {
    const from = due.get(content)
    if (from === undefined) return
    latencies.push(performance.now() - from)
    if (latencies.length === MESSAGES * MEMBERS) arrived()
  })
  const before = await server.cpu()
  await openLoop(server.port, MESSAGES, PER_SECOND, (at, dueAt) => {
    const content = `${'A word to all of you. '.repeat(3)}${randomUUID()}`
    due.set(content, dueAt)
    return meeting.callOf(at, content)
  })
  await all
  const cpu = (await server.cpu()) - before
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), cpu: cpu / MESSAGES }
}

const memberIds = Array.from({ length: MEMBERS }, (_, at) => personId(1_000 + at))

async function productMeeting({ product, db }: Bench): Promise<Meeting> {
  const cookies = await signIn(db, memberIds)
  const answer = await fetch(`http://127.0.0.1:${product.port}/api/messages/groups`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', cookie: cookies[0]! },
    body: JSON.stringify({ name: 'Fifty', memberIds: memberIds.slice(1) }),
  })
  assert.equal(answer.status, 201)
  const { id } = (await answer.json()) as ConversationView
  return collect(
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
async function bareMeeting({ bare }: Bench): Promise<Meeting> {
  const room = randomUUID()
  return collect(
    (listen) => memberIds.map(() => openSocket({ port: bare.port, auth: { user: room }, onEvent: listen })),
    (at, content) => {
      const body = {
        id: randomUUID(),
        conversationId: room,
        seq: at,
        senderId: room,
        receiverId: room,
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
  callOf: Meeting['callOf'],
): Promise<Meeting> {
  let listener: (content: string) => void = () => {}
  const listen: Listen = (name, frame) => {
    if (name === 'message:created') listener(payloadOf<{ message: MessageView }>(frame).message.content)
  }
  const sockets = await Promise.all(open(listen))
  return {
    callOf,
    onArrival: (next) => void (listener = next),
    close: () => sockets.forEach((socket) => socket.close()),
  }
}
