import { logger } from './logger.ts'

const EVERY_MS = 60_000

/**
 * Takes up what was left half done: at the start, by a process that stopped; every minute, by a store that did not
 * answer. `work` gets the moment before which something must have begun to count as left. Returns the function that stops it.
 */
export function takeUpLeftovers(what: string, work: (before: Date) => Promise<void>): () => void {
  let running: Promise<void> | null = null
  const run = (grace: number) => {
    running ??= work(new Date(Date.now() - grace))
      .catch((error: unknown) => logger.error({ err: error, job: what }, `${what} could not be taken up`))
      .finally(() => void (running = null))
  }
  run(0)
  const timer = setInterval(() => run(EVERY_MS), EVERY_MS).unref()
  return () => clearInterval(timer)
}
