import type { DomainEvents } from '#server/platform/bus.ts'

/** One event of the bus, as a subscriber received it. */
export type RecordedEvent = {
  [N in keyof DomainEvents]: { name: N; payload: DomainEvents[N] }
}[keyof DomainEvents]

/** Records events of this worker's bus. `stop` ends that and returns the events in order. */
export async function recordEvents(
  ...names: (keyof DomainEvents)[]
): Promise<{ heard: RecordedEvent[]; stop(): RecordedEvent[] }> {
  const { bus } = await import('#server/platform/bus.ts')
  const heard: RecordedEvent[] = []
  const stops = names.map((name) =>
    bus.onLocal(name, (payload) => void heard.push({ name, payload } as RecordedEvent)),
  )
  return {
    heard,
    stop() {
      stops.forEach((stop) => stop())
      return heard
    },
  }
}
