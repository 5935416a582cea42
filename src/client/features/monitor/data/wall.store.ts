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

export const onWallUpdated = ({ wall }: LiveEvent<'wall:updated'>): void => wallNow.apply(wall)

export const fetchWallAt = (at: string, signal?: AbortSignal) =>
  api.get<WallView>('/api/ai-monitor/wall', { at }, signal)

export const fetchTimeline = (signal?: AbortSignal) =>
  api.get<WallTimelineView>('/api/ai-monitor/wall/timeline', undefined, signal)
