import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { MessageView } from '#contract/messages.ts'
import type { Bench } from './bench.ts'
import type { Child } from './child.ts'
import { openLoop, type Call } from './http-load.ts'
import { compare, cpuOf, type Figures } from './rounds.ts'
import { payloadOf, type openSocket } from './sockets.ts'
import { quantile } from './stats.ts'

/** Sockets that hear the messages of a measured server, and the calls that send them. */
export interface Audience {
  callOf(at: number, content: string): Call
  close(): void
  /** Called with the content of each message at each listening socket. */
  onArrival(listener: (content: string) => void): void
}

/** Hears what a socket receives. */
export type Listen = (name: string, frame: string) => void

/** Opens the sockets; those that listen get `listen`. */
export async function gather(
  open: (listen: Listen) => ReturnType<typeof openSocket>[],
  callOf: Audience['callOf'],
): Promise<Audience> {
  let listener: (content: string) => void = () => {}
  const sockets = await Promise.all(
    open((name, frame) => {
      if (name === 'message:created') listener(payloadOf<{ message: MessageView }>(frame).message.content)
    }),
  )
  return {
    callOf,
    onArrival: (next) => void (listener = next),
    close: () => sockets.forEach((socket) => socket.close()),
  }
}

interface Deliveries {
  /** Messages in a run, and how many of them are offered a second. */
  messages: number
  perSecond: number
  /** Sockets that hear each message. */
  listeners: number
}

/**
 * Sends messages at a steady rate. Times from the moment a message is due until each socket has it, ms; CPU a message
 * of the server and of the database, µs.
 */
async function deliver(
  { own }: Pick<Bench, 'own'>,
  server: Child,
  audience: Audience,
  { messages, perSecond, listeners }: Deliveries,
): Promise<Figures> {
  const due = new Map<string, { from: number; missing: number }>()
  const latencies: number[] = []
  const { promise: all, resolve: arrived } = Promise.withResolvers<void>()
  audience.onArrival((content) => {
    const message = due.get(content)
    if (!message) return
    latencies.push(performance.now() - message.from)
    message.missing -= 1
    // What comes once more is not counted.
    if (message.missing === 0) due.delete(content)
    if (latencies.length === messages * listeners) arrived()
  })
  const store = own.at(-1)!
  const [before, storeBefore] = [await server.cpu(), cpuOf(store)]
  await openLoop(server.port, messages, perSecond, (at, dueAt) => {
    const content = `${'A word in your ear. '.repeat(3)}${randomUUID()}`
    due.set(content, { from: dueAt, missing: listeners })
    return audience.callOf(at, content)
  })
  await all
  const serverCpu = ((await server.cpu()) - before) / messages
  const storeCpu = ((cpuOf(store) - storeBefore) * 1000) / messages
  return {
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    serverCpu,
    storeCpu,
    cpu: serverCpu + storeCpu,
  }
}

/** The call of the bare server for the document that the product stores for a message. */
export const bareMessage = (
  at: number,
  content: string,
  ids: { conversationId: string; senderId: string; receiverId: string },
): Call => ({
  method: 'POST',
  path: '/messages',
  body: {
    id: randomUUID(),
    seq: at,
    ...ids,
    content,
    mediaUrl: null,
    mediaType: null,
    deleted: false,
    rev: 1,
  },
})

/**
 * Compares the deliveries of the product with those of the bare server. Both are warmed up first: until then V8 runs
 * much of their code unoptimised.
 */
export async function compareDeliveries(
  bench: Bench,
  [ours, theirs]: readonly [Audience, Audience],
  rate: Deliveries,
): Promise<Awaited<ReturnType<typeof compare>>> {
  const { options, own } = bench
  const warmUp = { ...rate, messages: 3 * rate.messages, perSecond: 2 * rate.perSecond }
  await deliver(bench, bench.product, ours, warmUp)
  await deliver(bench, bench.bare, theirs, warmUp)
  return compare({
    rounds: options.rounds,
    own,
    product: () => deliver(bench, bench.product, ours, rate),
    bare: () => deliver(bench, bench.bare, theirs, rate),
  })
}
