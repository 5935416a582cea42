import type { DomainEvents } from '#server/platform/domain-events.ts'

/** One event of the house's bus, as a subscriber got it. */
export type Heard = { [N in keyof DomainEvents]: { name: N; payload: DomainEvents[N] } }[keyof DomainEvents]

/**
 * Listens on the bus of this worker's server. `stop` takes the ears away and answers what was heard, in
 * order.
 */
export async function recordEvents(
  ...names: (keyof DomainEvents)[]
): Promise<{ heard: Heard[]; stop(): Heard[] }> {
  const { bus } = await import('#server/platform/bus.ts')
  const heard: Heard[] = []
  const stops = names.map((name) =>
    bus.onLocal(name, (payload) => void heard.push({ name, payload } as Heard)),
  )
  return {
    heard,
    stop() {
      stops.forEach((stop) => stop())
      return heard
    },
  }
}
