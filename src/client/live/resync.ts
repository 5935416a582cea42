import { backoff } from './backoff.ts'
import { inBatches } from './batch.ts'
import { setCatchingUp } from './connection.store.ts'
import { ApiError } from './http.ts'
import { onResync, registeredResyncs } from './registry.ts'
import type { Resync, ResyncCause } from './registry.ts'

let running: Promise<void> | null = null
let asked: ResyncCause | null = null
let retry: ReturnType<typeof setTimeout> | null = null
/** Of the last resync that has begun. */
let last: ResyncCause | null = null

/**
 * Polling, reconnecting and waking up all run this: every domain fetches what it may have missed. Only one
 * runs at a time: a request that comes meanwhile runs afterwards, because the current answers may be too old
 * for it. Resolves when each domain has been tried. Never rejects: failures are retried.
 */
export function resync(cause: ResyncCause): Promise<void> {
  asked = asked ? { reason: cause.reason, since: Math.min(asked.since, cause.since) } : cause
  running ??= drain().finally(() => {
    running = null
  })
  return running
}

/**
 * `onResync` for code that arrives some time after the page: a resync that ran without it is made up for. What came with
 * the document may be older than the first push (LIVE L4).
 */
export function onLateResync(name: string, work: Resync): void {
  onResync(name, work)
  if (last) void makeUpFor(name, last)
}

async function makeUpFor(name: string, cause: ResyncCause): Promise<void> {
  await running
  const failed = await run([name], cause)
  if (failed.length > 0) void resync(cause)
}

async function drain(): Promise<void> {
  setCatchingUp(true)
  let failed: string[] = []
  let cause: ResyncCause | null = null
  while (asked) {
    dropRetry()
    cause = last = asked
    asked = null
    failed = await run([...registeredResyncs().keys()], cause)
  }
  scheduleRetry(failed, cause, 0)
}

/** Names of those that have to be retried. A client error (4xx) is an answer, but 429 is not. */
async function run(names: readonly string[], cause: ResyncCause): Promise<string[]> {
  const done = await inBatches(() =>
    Promise.allSettled(names.map(async (name) => registeredResyncs().get(name)?.(cause))),
  )
  return names.filter((_, at) => {
    const one = done[at]
    return one?.status === 'rejected' && !isRefusal(one.reason)
  })
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

function scheduleRetry(failed: readonly string[], cause: ResyncCause | null, attempt: number): void {
  setCatchingUp(failed.length > 0)
  if (failed.length > 0 && cause)
    retry = setTimeout(() => void retryFailed(failed, cause, attempt + 1), backoff(attempt))
}

// Retries only those that failed, with growing delays. The next full resync replaces these retries.
async function retryFailed(names: readonly string[], cause: ResyncCause, attempt: number): Promise<void> {
  retry = null
  const failed = await run(names, cause)
  if (!running && !retry) scheduleRetry(failed, cause, attempt)
}

function dropRetry(): void {
  if (retry) clearTimeout(retry)
  retry = null
}
