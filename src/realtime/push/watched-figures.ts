import { performance } from 'node:perf_hooks'
import type { PushedPayload, PushName } from '#contract/events.ts'
import type { Audience, AudienceFor } from '../audience.ts'
import { inBackground } from '../background.ts'
import { socketsOf, type Delivery } from '../delivery.ts'
import type { LiveServer, LiveSocket } from '../sockets.ts'
import { throttle } from '../throttle.ts'

/** Figures of one kind, and who gets them. */
export interface Figures<N extends PushName> {
  name: N
  to: AudienceFor<N> & Audience
  read(): Promise<PushedPayload<N>>
  /** Shortest time between two pushes, ms. */
  gap: number
  /** How often they are read without a change, ms. Default: never. */
  everyMs?: number
  /** Listens to the changes after which they are read. Returns how to stop. */
  follow?(changed: () => void): (() => void)[]
  /** At each change, also while nobody watches. */
  onChange?(): void
  /** Whether figures that were read are pushed. Default: always. */
  isNews?(figures: PushedPayload<N>): boolean
  /** Reads are expensive: see `REST_FACTOR`. */
  rests?: true
}

export interface WatchedFigures {
  /** Sends the current figures to one socket that has begun to watch. */
  send(socket: LiveSocket): void
  stop(): void
}

/**
 * After a read, the next one waits this many times as long as it took: the figures cost at most a fiftieth of
 * the time.
 */
const REST_FACTOR = 50
const MAX_REST_MS = 3_000

/** Pushes figures, which are read only while somebody watches them at this process (LIVE L15). */
export function pushWhileWatched<N extends PushName>(
  io: LiveServer,
  delivery: Delivery,
  { name, to, read, gap, everyMs, follow, onChange, isNews = () => true, rests }: Figures<N>,
): WatchedFigures {
  let restUntil = 0

  async function push(): Promise<void> {
    onChange?.()
    const began = performance.now()
    if (began < restUntil || socketsOf(io, to).length === 0) return
    const figures = await read()
    if (rests)
      restUntil = performance.now() + Math.min(MAX_REST_MS, (performance.now() - began) * REST_FACTOR)
    if (isNews(figures)) await delivery.to(to, name, figures)
  }

  async function sendTo(socket: LiveSocket): Promise<void> {
    const figures = await read()
    // It may have stopped to watch while they were read.
    if (to.rooms.some((room) => socket.rooms.has(room))) socket.emit(name, ...([figures] as never))
  }

  const changes = throttle<true>({ gap, merge: () => true, flush: push })
  const changed = () => changes.put(name, true)
  const stops = follow?.(changed) ?? []
  const timer = everyMs === undefined ? undefined : setInterval(changed, everyMs).unref()
  return {
    send: (socket) => inBackground(`sending ${name}`, sendTo(socket)),
    stop() {
      stops.forEach((stop) => stop())
      clearInterval(timer)
      changes.stop()
    },
  }
}
