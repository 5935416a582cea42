import { logger } from '#server/platform/logger.ts'

/** Work that nobody waits for: its failure is logged and hurts nobody else. */
export function inBackground(what: string, work: Promise<unknown>): void {
  work.catch((error: unknown) => logger.error({ err: error }, `${what} failed`))
}
