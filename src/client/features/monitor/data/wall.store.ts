import type { WallTimelineView, WallView } from '#contract/monitor.wall.ts'
import { api } from '#client/live/http.ts'
import type { LiveEvent } from '#client/live/registry.ts'
import { createSnapshot } from '#client/live/snapshot.ts'

/** Every server process now; pushed each second while it is watched. */
export const wallNow = createSnapshot<WallView>({
  name: 'wall',
  fetch: (signal) => api.get('/api/ai-monitor/wall', undefined, signal),
  version: ({ at }) => at,
})

/** The curve of the last 24 hours. Fetched once; the pushes go on with it. */
export const wallTimeline = createSnapshot<WallTimelineView>({
  name: 'wall timeline',
  fetch: (signal) => api.get('/api/ai-monitor/wall/timeline', undefined, signal),
})

export function onWallUpdated({ wall }: LiveEvent<'wall:updated'>): void {
  wallNow.apply(wall)
  wallTimeline.update((timeline) => withMinute(timeline, wall))
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The first push of a minute stands for it, as the server's sample of it does. */
function withMinute(timeline: WallTimelineView, { at, pipes }: WallView): WallTimelineView {
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

export const fetchWallAt = (at: string, signal?: AbortSignal) =>
  api.get<WallView>('/api/ai-monitor/wall', { at }, signal)
