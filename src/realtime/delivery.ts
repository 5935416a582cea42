import { performance } from 'node:perf_hooks'
import { setImmediate as otherWork } from 'node:timers/promises'
import type { ServerToClientEvents } from '#contract/events.ts'
import { logger } from '#server/platform/logger.ts'
import { pushes } from '#server/platform/metrics.ts'
import type { Audience } from './audience.ts'
import { measureDelivery, pickForMeasure } from './sampling.ts'
import { idsIn, type LiveServer } from './sockets.ts'

/**
 * How long sending may hold the event loop before others get their turn, ms (PERFORMANCE: a stall of at most
 * 25 ms).
 */
const TURN = 5
/** Up to this many sockets are sent to at once. */
const SMALL = 300

type Name = keyof ServerToClientEvents
type Payload<N extends Name> = Parameters<ServerToClientEvents[N]>[0]

/** Sends to this process's own sockets; other processes send to theirs. */
export interface Delivery {
  /** To an audience, in the order of the calls. Resolves when all of it is handed over. */
  to<N extends Name>(audience: Audience, name: N, payload: Payload<N>): Promise<void>
  toIds<N extends Name>(ids: readonly string[], name: N, payload: Payload<N>): Promise<void>
}

// Socket.IO encodes a broadcast once and writes the same frame to each socket. These are its own two steps,
// taken here so that the event loop gets a breath between sockets: 5,000 of them in one go hold it for 70 ms.
interface Frames {
  _encode(packet: { type: 2; data: readonly unknown[]; nsp: string }, options: WriteOptions): unknown
}
interface Writable {
  writeToEngine(frames: unknown, options: WriteOptions): void
}
type WriteOptions = Record<string, unknown>

export function createDelivery(io: LiveServer): Delivery {
  const namespace = io.of('/')
  let last: Promise<void> = Promise.resolve()
  let waiting = 0

  function toIds<N extends Name>(ids: readonly string[], name: N, payload: Payload<N>): Promise<void> {
    if (ids.length === 0) return Promise.resolve()
    pushes.inc({ event: name })
    const options: WriteOptions = { preEncoded: true }
    const frames = (namespace.adapter as unknown as Frames)._encode(
      { type: 2, data: [name, payload], nsp: '/' },
      options,
    )
    const measured = pickForMeasure(io, () => ids)
    const write = (id: string) => {
      const client = namespace.sockets.get(id)?.client as unknown as Writable | undefined
      client?.writeToEngine(frames, options)
      if (id === measured?.id) measureDelivery(measured)
    }
    if (waiting === 0 && ids.length <= SMALL) {
      ids.forEach(write)
      return Promise.resolve()
    }
    waiting += 1
    // One after the other: no socket gets a later event before an earlier one.
    last = last
      .then(() => inTurns(ids, write))
      .catch((error: unknown) => logger.error({ err: error, event: name }, 'a push failed'))
      .finally(() => (waiting -= 1))
    return last
  }

  return {
    toIds,
    to: (audience, name, payload) => toIds(membersOf(io, audience), name, payload),
  }
}

/** This process's sockets in an audience, each once. */
export function membersOf(io: LiveServer, { rooms, except }: Audience): string[] {
  const left = except.map((room) => idsIn(io, room)).filter(({ size }) => size > 0)
  const members = new Set<string>()
  for (const room of rooms) {
    for (const id of idsIn(io, room)) if (!left.some((ids) => ids.has(id))) members.add(id)
  }
  return [...members]
}

async function inTurns(ids: readonly string[], write: (id: string) => void): Promise<void> {
  let began = performance.now()
  for (const id of ids) {
    write(id)
    if (performance.now() - began < TURN) continue
    await otherWork()
    began = performance.now()
  }
}
