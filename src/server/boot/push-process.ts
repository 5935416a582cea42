import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { type Counter } from 'prom-client'
import { reportUncleanExits } from '../features/monitor/crash-reports.ts'
import { PUSH_JOBS } from '../features/notifications/push/push-queue.ts'
import { bus, type DomainEvents } from '../platform/bus.ts'
import { nextDueInMs } from '../platform/jobs/job-store.ts'
import { logger } from '../platform/logger.ts'
import { metrics } from '../platform/metrics.ts'
import { killIfSilent } from '../platform/supervisor.ts'
import type { Told } from './push-sender.ts'

const MAIN = path.join(import.meta.dirname, 'push-sender.ts')
/** It is started for pushes that are due within this time, ms: it takes a second to start. */
const SOON_MS = 5_000
/** How often a server without it looks for pushes that wait for long, or whose server has ended, ms. */
const LOOK_MS = 30_000
/** Before it is started again after a crash, ms: doubled after each one, and reset after a steady run. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
const STEADY_MS = 60_000
/** It ends itself earlier: this is for one that hangs. */
const KILL_AFTER_MS = 15_000

/**
 * Web pushes are sent by a process of their own (`push-sender.ts`), so that requests do not wait for them. It runs while
 * there are some: this server starts it for the first one and again after a crash, and ends it with itself. Returns how
 * to end it.
 */
export function keepPushSender(storeUri: string): () => Promise<void> {
  let sender: ChildProcess | undefined
  let isOpen = true
  let crashes = 0
  let rest: NodeJS.Timeout | undefined

  const start = () => {
    if (!isOpen || sender || rest) return
    const begun = performance.now()
    sender = startSender(storeUri)
    sender.once('exit', (code, signal) => {
      sender = undefined
      if (!isOpen) return
      // Another push may have been enqueued while it was ending.
      if (code === 0) return look()
      // Not by the next one itself: what it reports is lost if its server ends meanwhile.
      reportUncleanExits()
      if (performance.now() - begun > STEADY_MS) crashes = 0
      const wait = Math.min(FIRST_WAIT_MS * 2 ** crashes++, LONGEST_WAIT_MS)
      logger.warn({ code, signal, wait }, 'the process for web pushes ended and is started again')
      rest = setTimeout(() => {
        rest = undefined
        start()
      }, wait).unref()
    })
  }
  const look = () => {
    if (!sender)
      void nextDueInMs(PUSH_JOBS).then(
        (ms) => ms !== null && ms < SOON_MS && start(),
        (error: unknown) => logger.warn({ err: error }, 'waiting web pushes could not be looked for'),
      )
  }
  const stopListening = bus.onLocal('job:enqueued', ({ kind, afterMs }) => {
    if (afterMs < SOON_MS && PUSH_JOBS.includes(kind)) start()
  })
  const looking = setInterval(look, LOOK_MS).unref()
  look()
  return async () => {
    isOpen = false
    stopListening()
    clearInterval(looking)
    clearTimeout(rest)
    if (sender) await end(sender)
  }
}

function startSender(storeUri: string): ChildProcess {
  const child = fork(MAIN, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
    env: { ...process.env, MONGODB_URI: storeUri },
  })
  child.on('message', (told: Told) => hear(told))
  child.once('exit', killIfSilent(child, 'the process for web pushes'))
  // Without a listener it would end the server; the next look tries again.
  child.on('error', (error) => logger.error({ err: error }, 'the process for web pushes has failed'))
  return child
}

async function end(child: ChildProcess): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS)
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
  clearTimeout(timer)
}

/** What it has changed is an event of this server, and what it has counted is counted here. */
function hear(told: Told): void {
  if ('event' in told) bus.emit(told.event, told.payload as DomainEvents[typeof told.event])
  if ('counter' in told) {
    const counter = metrics.getSingleMetric(told.counter) as Counter
    for (const { labels, value } of told.values) counter.inc(labels as never, value)
  }
}
