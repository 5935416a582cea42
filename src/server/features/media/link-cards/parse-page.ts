import path from 'node:path'
import { HttpError } from '#server/platform/errors.ts'
import { logger } from '#server/platform/logger.ts'
import { createThread } from '#server/platform/thread.ts'
import type { FetchedPage, PageCard } from './page-card.ts'

/** For one page, ms. The usual one takes five. */
const DEADLINE_MS = 500

const parseInThread = createThread<FetchedPage, PageCard | null>(
  path.join(import.meta.dirname, 'page-worker.ts'),
)

/**
 * What a page says of itself; null when it says nothing, or when it cannot be found out in time. Throws 503 when too
 * many pages wait.
 */
export async function parsePage(page: FetchedPage, deadlineMs = DEADLINE_MS): Promise<PageCard | null> {
  try {
    return await parseInThread(page, deadlineMs)
  } catch (error) {
    if (error instanceof HttpError) throw error
    logger.warn({ err: error, host: new URL(page.url).host }, 'a linked page could not be parsed')
    return null
  }
}
