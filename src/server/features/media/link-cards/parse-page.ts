import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { logger } from '#server/platform/logger.ts'
import type { PageWorkerAnswer } from './page-worker.ts'
import type { Page, PageCard } from './read-page.ts'

const WORKER = path.join(import.meta.dirname, 'page-worker.ts')
const HEAP_MB = 64
/** For one page, ms. The usual one takes five. */
const DEADLINE_MS = 500
/** For the thread to begin, ms: it loads the parser. */
const START_MS = 10_000

/** The thread that reads pages; null when there is none, or the last one was ended. */
let thread: Promise<Worker> | null = null

/**
 * What a page says of itself; null when it says nothing, or when it cannot be found out in time. Reads it in a thread
 * of its own, one page at a time: whatever a page does to the parser, it holds up no request. Throws 503 when too many
 * pages wait.
 */
export const parsePage = (page: Page, deadlineMs = DEADLINE_MS): Promise<PageCard | null> =>
  oneAtATime('parse-page', async () => {
    try {
      const worker = await (thread ??= startThread())
      worker.postMessage(page)
      return (await answerOf(worker, deadlineMs)) as PageCard | null
    } catch (error) {
      logger.warn({ err: error, host: new URL(page.url).host }, 'a linked page could not be parsed')
      const ended = thread
      thread = null
      await ended?.then((worker) => worker.terminate()).catch(() => undefined)
      return null
    }
  })

async function startThread(): Promise<Worker> {
  const worker = new Worker(WORKER, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  worker.unref()
  await answerOf(worker, START_MS)
  return worker
}

/** Rejects when the thread is late, ends, or fails. */
async function answerOf(worker: Worker, ms: number): Promise<PageWorkerAnswer> {
  const late = AbortSignal.timeout(ms)
  const over = new AbortController()
  try {
    const ended = once(worker, 'exit', { signal: over.signal }).then(() => {
      throw new Error('The thread that reads pages has ended')
    })
    const [answer] = await Promise.race([once(worker, 'message', { signal: late }), ended])
    return answer as PageWorkerAnswer
  } finally {
    over.abort()
  }
}
