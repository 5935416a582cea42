import type { ServerToClientEvents } from '#contract/events.ts'
import { pushes } from '#server/platform/metrics.ts'
import type { Audience } from '../audience.ts'
import { membersOf, type Delivery } from '../delivery.ts'
import { measureDelivery, pickForMeasure } from '../sampling.ts'
import type { LiveServer } from '../sockets.ts'

type Name = keyof ServerToClientEvents

export interface PushParts {
  io: LiveServer
  /** To this process's own sockets: for what every process hears by itself (see relay). */
  delivery: Delivery
  /** To all sockets of the house, by Socket.IO's adapter: for what only this process has heard. */
  everywhere: Everywhere
}

export type Everywhere = <N extends Name>(
  audience: Audience,
  name: N,
  payload: Parameters<ServerToClientEvents[N]>[0],
) => void

/** One entity's way from the bus to the sockets; answers the functions that end it. */
export type Push = (parts: PushParts) => (() => void)[]

export const toEverywhere =
  (io: LiveServer): Everywhere =>
  (audience, name, payload) => {
    pushes.inc({ event: name })
    const measured = pickForMeasure(io, () => membersOf(io, audience))
    io.to([...audience.rooms])
      .except([...audience.except])
      .emit(name, ...([payload] as never))
    if (measured) measureDelivery(measured)
  }
