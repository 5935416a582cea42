import { describeComments } from '../features/comments/comments.handlers.ts'
import { startCrashReports } from '../features/monitor/crash-reports.ts'
import { closeMonitor, collectErrors } from '../features/monitor/monitor.handlers.ts'
import { startPipe } from '../features/monitor/server-map/pipes.service.ts'
import { PUSH_JOBS } from '../features/notifications/push/push-queue.ts'
import { describePosts } from '../features/posts/posts.handlers.ts'
import { bus, type DomainEvents } from '../platform/bus.ts'
import { config } from '../platform/config.ts'
import { CLOSED_TOO_SLOWLY, ENDED_AT_ONCE } from '../platform/exit-codes.ts'
import { closeJobs, startJobs } from '../platform/jobs/job-runner.ts'
import { nextDueInMs } from '../platform/jobs/job-store.ts'
import { logger } from '../platform/logger.ts'
import { lowerPriority } from '../platform/low-priority.ts'
import { errorReports, jobRuns } from '../platform/metrics.ts'
import { connectStore, disconnectStore } from '../platform/mongo/connect.ts'
import { nameTask } from '../platform/process-id.ts'
import { closeSharedMemory } from '../platform/shared-memory.ts'
import { onStopSignals } from '../platform/stop-signals.ts'
import { ALIVE_EVERY_MS } from '../platform/supervisor.ts'
import { watchParts } from '../platform/watched-parts.ts'
import { loadHouseName } from '../shared/site-settings/house-name.ts'

// The process that sends the web pushes of a server (`push-process.ts`). It hears of no change: what a push depends on is
// read from the store when it is sent.

/** What it tells its server: that it lives, an event, or what it has counted since the last time. */
export type Told =
  | { readonly alive: true }
  | { readonly event: keyof DomainEvents; readonly payload: unknown }
  | { readonly counter: string; readonly values: readonly { labels: object; value: number }[] }

/** Sooner than a push is due after it was enqueued: each is found in time. */
const POLL_MS = 1_000
/** It ends when no push is due within this time, to free its memory, ms. */
const IDLE_MS = 60_000
/** How old the name of the site may be, ms. */
const FRESH_MS = 5_000
const CONNECTIONS = 10
/** Longer than the jobs have for their end. */
const CLOSE_WITHIN_MS = 14_000

process.umask(0o077)
if (config.MEDIA_PRIORITY === 'low') lowerPriority()
process.title = 'royal-flush web pushes'
nameTask('web pushes')
const crashReport = startCrashReports()

const tell = (told: Told): void => void (process.connected && process.send!(told))
setInterval(() => tell({ alive: true }), ALIVE_EVERY_MS).unref()

const stops: (() => void)[] = []

async function run(): Promise<void> {
  // Every page fetches again after an outage because its server says so, and not once more because of this process.
  stops.push(
    bus.relayTo((event, payload) => event !== 'changes:untold' && tell({ event, payload })),
    collectErrors(),
    describePosts(),
    describeComments(),
  )
  await connectStore(config.MONGODB_URI!, { connections: CONNECTIONS })
  await loadHouseName()
  stops.push(startPipe(), await watchParts(), startJobs(PUSH_JOBS, POLL_MS))
  setInterval(() => void loadHouseName().catch(noted), FRESH_MS).unref()
  setInterval(() => void tellCounts(), ALIVE_EVERY_MS).unref()
  setInterval(() => void endWhenIdle().catch(noted), IDLE_MS).unref()
}

const noted = (error: unknown): void =>
  logger.warn({ err: error }, 'the process for web pushes could not read the store')

async function tellCounts(): Promise<void> {
  for (const counter of [jobRuns, errorReports]) {
    const { name: counted, values } = await counter.get()
    counter.reset()
    if (values.length > 0) tell({ counter: counted, values })
  }
}

async function endWhenIdle(): Promise<void> {
  const ms = await nextDueInMs(PUSH_JOBS)
  if (ms === null || ms > IDLE_MS) await stop()
}

let stopping: Promise<void> | undefined
const stop = (): Promise<void> => (stopping ??= close())

async function close(): Promise<void> {
  setTimeout(() => process.exit(CLOSED_TOO_SLOWLY), CLOSE_WITHIN_MS).unref()
  await closeJobs()
  await tellCounts()
  await closeMonitor()
  stops.forEach((end) => end())
  closeSharedMemory()
  await disconnectStore()
  process.exit(0)
}

onStopSignals(
  () => void stop(),
  () => process.exit(ENDED_AT_ONCE),
)
// Its server has ended.
process.once('disconnect', () => void stop())
// It ended while this process was loading, when nobody listened.
if (!process.connected) process.exit(0)

try {
  await run()
} catch (error) {
  crashReport.fellOver(error)
  logger.error({ err: error }, 'the process for web pushes could not start')
  process.exit(1)
}
