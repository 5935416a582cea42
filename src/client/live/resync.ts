import { backoff } from './backoff.ts'
import { setCatchingUp } from './connection.store.ts'
import { ApiError } from './http.ts'
import { registeredResyncs } from './registry.ts'
import type { ResyncCause } from './registry.ts'

let running: Promise<void> | null = null
let asked: ResyncCause | null = null
let expected = false
let retry: ReturnType<typeof setTimeout> | null = null

/** A resync will begin soon: what registers until then takes part in it. */
export const expectResync = (): void => void (expected = true)
export const isResyncExpected = (): boolean => expected

/**
 * Polling, reconnecting and waking up are this one thing: every entity asks for what it may have missed.
 * Single flight: what is asked for meanwhile runs once more afterwards, because it may be newer than the
 * answers.
 * Resolves when all of it has been tried. Never rejects: what failed is tried again by itself.
 */
export function resync(cause: ResyncCause): Promise<void> {
  asked = asked ? { reason: cause.reason, since: Math.min(asked.since, cause.since) } : cause
  running ??= drain().finally(() => {
    running = null
  })
  return running
}

async function drain(): Promise<void> {
  setCatchingUp(true)
  let failed: string[] = []
  let cause: ResyncCause | null = null
  while (asked) {
    dropRetry()
    cause = asked
    asked = null
    expected = false
    failed = await run([...registeredResyncs().keys()], cause)
  }
  settle(failed, cause, 0)
}

/** Names of those that have to be tried again. A refusal (4xx) is an answer; too many requests is not. */
async function run(names: readonly string[], cause: ResyncCause): Promise<string[]> {
  const done = await Promise.allSettled(names.map(async (name) => registeredResyncs().get(name)?.(cause)))
  return names.filter((_, at) => {
    const one = done[at]
    return one?.status === 'rejected' && !isRefusal(one.reason)
  })
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

function settle(failed: readonly string[], cause: ResyncCause | null, attempt: number): void {
  setCatchingUp(failed.length > 0)
  if (failed.length > 0 && cause)
    retry = setTimeout(() => void again(failed, cause, attempt + 1), backoff(attempt))
}

// Only those that failed, ever more slowly; the next full resync takes over.
async function again(names: readonly string[], cause: ResyncCause, attempt: number): Promise<void> {
  retry = null
  const failed = await run(names, cause)
  if (!running && !retry) settle(failed, cause, attempt)
}

function dropRetry(): void {
  if (retry) clearTimeout(retry)
  retry = null
}
