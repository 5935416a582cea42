import { performance } from 'node:perf_hooks'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { PushName, PushPayload } from '#contract/events.ts'
import { logger } from '#server/platform/logger.ts'
import { pushes } from '#server/platform/metrics.ts'
import type { Audience } from './audience.ts'
import { pickSocket, probeLatency } from './latency-probe.ts'
import { followersBy } from './rooms/following.ts'
import { exclusionBy } from './rooms/hidden-people.ts'
import { encodeEvent, writeFrames } from './socket-io-internals.ts'
import { idsIn, type LiveServer } from './sockets.ts'

/** How long sending may block the event loop, ms (PERFORMANCE: a stall of at most 25 ms). */
const SLICE_MS = 5
/** Up to this many sockets are sent to without a pause: some 25 us of CPU each. */
const MAX_UNSLICED = 600

/** Sends to the sockets of this process; each other process sends to its own. */
export interface Delivery {
  /** To an audience, in the order of the calls. Resolves when everything is written to the connections. */
  to<N extends PushName>(audience: Audience, name: N, payload: PushPayload<N>): Promise<void>
  toIds<N extends PushName>(ids: readonly string[], name: N, payload: PushPayload<N>): Promise<void>
}

export function createDelivery(io: LiveServer): Delivery {
  const namespace = io.of('/')
  let last: Promise<void> = Promise.resolve()
  let waiting = 0

  function toIds<N extends PushName>(
    ids: readonly string[],
    name: N,
    payload: PushPayload<N>,
  ): Promise<void> {
    if (ids.length === 0) return Promise.resolve()
    pushes.inc({ event: name })
    const frames = encodeEvent(io, name, payload)
    const probed = pickSocket(io, () => ids)
    const write = (id: string) => {
      const socket = namespace.sockets.get(id)
      if (socket) writeFrames(socket, frames)
      if (id === probed?.id) probeLatency(probed)
    }
    if (waiting === 0 && ids.length <= MAX_UNSLICED) {
      ids.forEach(write)
      return Promise.resolve()
    }
    waiting += 1
    // One event after the other, so that each socket gets them in order.
    last = last
      .then(() => writeInSlices(ids, write))
      .catch((error: unknown) => logger.error({ err: error, event: name }, 'a push failed'))
      .finally(() => (waiting -= 1))
    return last
  }

  return {
    toIds,
    to: (audience, name, payload) => toIds(membersOf(io, audience), name, payload),
  }
}

/** Ids of this process's sockets in an audience, each once. */
export function membersOf(io: LiveServer, { rooms, except, everybody, followersOf }: Audience): string[] {
  if (everybody) return [...io.of('/').sockets.keys()]
  const follows = followersOf === undefined ? () => true : followersBy(io, followersOf)
  if (!follows) return []
  const isExcluded = exclusionBy(io, except)
  const members = new Set<string>()
  for (const room of rooms) {
    for (const id of idsIn(io, room)) if (!isExcluded?.(id) && follows(id)) members.add(id)
  }
  return [...members]
}

async function writeInSlices(ids: readonly string[], write: (id: string) => void): Promise<void> {
  let began = performance.now()
  for (const id of ids) {
    write(id)
    if (performance.now() - began < SLICE_MS) continue
    await yieldToEventLoop()
    began = performance.now()
  }
}
