import { createSharedRead } from '#server/platform/cache/read-cache.ts'
import type { QueueView } from '#contract/monitor.server-map.ts'
import { countOpenAlerts } from '#server/features/monitor/alerts/alerts.service.ts'
import { countJobs, dueByKind } from '#server/platform/jobs/job-figures.ts'

/** How long the figures of the queue count: they are read for all watchers together. */
const FRESH_MS = 5_000

const shared = createSharedRead<QueueView & { openAlerts: number }>({
  name: 'queue-figures',
  freshMs: FRESH_MS,
  async load() {
    const [{ waiting, running, dead }, kinds, openAlerts] = await Promise.all([
      countJobs(),
      dueByKind(),
      countOpenAlerts(),
    ])
    return { waiting, running, failed: dead, kinds, openAlerts }
  },
})

/** The queue of jobs, and the open alerts; a few seconds old. */
export const loadQueue = shared.get
