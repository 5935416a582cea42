import { TIMINGS } from '#contract/limits.ts'
import { bus } from '#server/platform/bus.ts'
import { countCountriesBy } from '#server/platform/vitals.ts'
import { clock } from '#server/platform/clock.ts'
import { sewerAdmins } from '../audience.ts'
import { inBackground } from '../background.ts'
import { socketsOf, type Delivery } from '../delivery.ts'
import type { GatewayParts } from '../parts.ts'
import type { LiveServer } from '../sockets.ts'

/** How often the processes are told that somebody watches; they believe it a little longer. */
const TELL_EVERY_MS = 2_000

/**
 * The Sewer Map, once a second while an admin watches it at this process (LIVE L48). Every process writes what it
 * measures to the store, from where it is read. Returns how to stop.
 */
export function pushServerMap(
  io: LiveServer,
  delivery: Delivery,
  { serverMap }: Pick<GatewayParts, 'serverMap'>,
): () => void {
  countCountriesBy(() => countriesOf(io))
  let reading = false
  let emittedAt = -Infinity
  async function push(): Promise<void> {
    if (reading || socketsOf(io, sewerAdmins).length === 0) return
    if (performance.now() - emittedAt >= TELL_EVERY_MS) {
      emittedAt = performance.now()
      bus.emit('wall:watched', { at: clock.date().toISOString() })
    }
    reading = true
    try {
      await delivery.to(sewerAdmins, 'wall:updated', { wall: await serverMap() })
    } finally {
      reading = false
    }
  }
  const timer = setInterval(() => inBackground('the Sewer Map', push()), TIMINGS.analyticsGap).unref()
  return () => clearInterval(timer)
}

/** This process's sockets by country: of those whose page views are counted, so of people who have agreed. */
function countriesOf(io: LiveServer): Record<string, number> {
  const countries: Record<string, number> = {}
  for (const { data } of io.of('/').sockets.values()) {
    if (!data.visitor || data.seenAt === 0) continue
    const { country } = data.visitor
    countries[country] = (countries[country] ?? 0) + 1
  }
  return countries
}
