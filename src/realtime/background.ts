import { logger } from '#server/platform/logger.ts'

/** For work that nothing waits for: an error is logged. */
export function inBackground(what: string, work: Promise<unknown>): void {
  work.catch((error: unknown) => logger.error({ err: error }, `${what} failed`))
}
