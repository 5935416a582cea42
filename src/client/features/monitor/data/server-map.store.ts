import type { ServerMapTimelineView, ServerMapView } from '#contract/monitor.server-map.ts'
import { api } from '#client/live/http.ts'
import type { LiveEvent } from '#client/live/registry.ts'
import { createSnapshot } from '#client/live/snapshot.ts'

/** Every server process now; pushed each second while it is watched. */
export const serverMapNow = createSnapshot<ServerMapView>({
  name: 'server map',
  fetch: (signal) => api.get('/api/ai-monitor/wall', undefined, signal),
  version: ({ at }) => at,
})

/** The curve of the last 24 hours. Fetched once; the pushes go on with it. */
export const serverMapTimeline = createSnapshot<ServerMapTimelineView>({
  name: 'server map timeline',
  fetch: (signal) => api.get('/api/ai-monitor/wall/timeline', undefined, signal),
})

export function onServerMapUpdated({ wall }: LiveEvent<'wall:updated'>): void {
  serverMapNow.apply(wall)
  serverMapTimeline.update((timeline) => withMinute(timeline, wall))
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The first push of a minute stands for it, as the server's sample of it does. */
function withMinute(timeline: ServerMapTimelineView, { at, pipes }: ServerMapView): ServerMapTimelineView {
  const now = Date.parse(at)
  const minute = new Date(now - (now % MINUTE)).toISOString()
  const last = timeline.minutes.at(-1)
  if (last && last.at >= minute) return timeline
  const delivery = pipes.flatMap((pipe) => pipe.delivery?.p95 ?? [])
  const added = {
    at: minute,
    pipes: pipes.length,
    sockets: pipes.reduce((sum, { sockets }) => sum + sockets, 0),
    delivery: delivery.length > 0 ? Math.max(...delivery) : null,
  }
  return { minutes: [...timeline.minutes.filter((one) => now - Date.parse(one.at) <= DAY), added] }
}

export const fetchServerMapAt = (at: string, signal?: AbortSignal) =>
  api.get<ServerMapView>('/api/ai-monitor/wall', { at }, signal)
