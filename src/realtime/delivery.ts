import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { PushName, PushedPayload } from '#contract/events.ts'
import { logger } from '#server/platform/logger.ts'
import { pushes } from '#server/platform/metrics.ts'
import type { Audience, AudienceFor, ReceiverFor, ReceiverOf } from './audience.ts'
import { pickSocket, probeLatency } from './latency-probe.ts'
import { followersBy } from './rooms/following.ts'
import { exclusionBy } from './rooms/hidden-people.ts'
import { idsIn, type LiveServer } from './sockets.ts'
import { waitingCount } from './socket-io-internals.ts'

/** So many sockets are sent to without a pause: some 5 ms (PERFORMANCE: a stall of at most 25 ms). */
const SLICE = 200
/** Up to this many sockets are sent to at once: some 25 us of CPU each. */
const MAX_UNSLICED = 600
/** A connection with more packets than this waiting does not keep up. */
const MAX_WAITING = 16

/** Sends to the sockets of this process; each other process hears the same events and sends to its own. */
export interface Delivery {
  /** To an audience, in the order of the calls. Resolves when everything is written to the connections. */
  to<N extends PushName>(audience: AudienceFor<N>, name: N, payload: PushedPayload<N>): Promise<void>
  toIds<N extends PushName>(ids: readonly ReceiverFor<N>[], name: N, payload: PushedPayload<N>): Promise<void>
  /** What is worth nothing later: sockets that do not keep up do not get it (LIVE L15). */
  volatile<N extends PushName>(audience: AudienceFor<N>, name: N, payload: PushedPayload<N>): void
}

/** `note` is told the rooms of each event that is not volatile. */
export function createDelivery(io: LiveServer, note: (rooms: readonly string[]) => void): Delivery {
  let last: Promise<void> = Promise.resolve()
  let waiting = 0

  function toIds<N extends PushName>(
    ids: readonly string[],
    name: N,
    payload: PushedPayload<N>,
  ): Promise<void> {
    if (ids.length === 0) return Promise.resolve()
    pushes.inc({ event: name })
    const probed = pickSocket(io, () => ids)
    const write = (some: readonly string[]) => {
      // Each socket is in a room of its own, named by its id. The event is encoded once.
      io.to([...some]).emit(name, ...([payload] as never))
      if (probed && some.includes(probed.id)) probeLatency(probed)
    }
    if (waiting === 0 && ids.length <= MAX_UNSLICED) {
      write(ids)
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
    to(audience, name, payload) {
      note(audience.rooms)
      return toIds(socketsOf(io, audience), name, payload)
    },
    volatile(audience, name, payload) {
      // Not Socket.IO's own `volatile`: it drops whatever follows another packet in the same turn of the event loop.
      const { sockets } = io.of('/')
      const ids = socketsOf(io, audience).filter((id) => {
        const socket = sockets.get(id)
        return socket !== undefined && waitingCount(socket.conn) <= MAX_WAITING
      })
      if (ids.length > 0) io.to(ids).emit(name, ...([payload] as never))
    },
  }
}

/** Ids of this process's sockets in an audience, each once. */
export const socketsOf = <A extends Audience>(io: LiveServer, audience: A): ReceiverOf<A>[] =>
  idsOf(io, audience) as ReceiverOf<A>[]

function idsOf(io: LiveServer, { rooms, except, everybody, followersOf, not }: Audience): string[] {
  if (everybody) return [...io.of('/').sockets.keys()]
  const follows = followersOf === undefined ? () => true : followersBy(io, followersOf)
  if (!follows) return []
  const isExcluded = exclusionBy(io, except)
  const members = new Set<string>()
  for (const room of rooms) {
    for (const id of idsIn(io, room)) if (id !== not && !isExcluded?.(id) && follows(id)) members.add(id)
  }
  return [...members]
}

async function writeInSlices(
  ids: readonly string[],
  write: (some: readonly string[]) => void,
): Promise<void> {
  for (let start = 0; start < ids.length; start += SLICE) {
    write(ids.slice(start, start + SLICE))
    await yieldToEventLoop()
  }
}
