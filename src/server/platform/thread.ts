import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { oneAtATime } from './keyed-lock.ts'

const HEAP_MB = 64
/** For the thread to begin, ms: it loads its code. */
const START_MS = 10_000

/**
 * Does work in a thread of its own, one task at a time: whatever a task does, it holds up no request. The file of the
 * thread first says that it listens, and then answers each message with one. The function that it returns rejects when
 * the answer fails or is late, and the thread is ended; it throws 503 when too many tasks wait.
 */
export function createThread<Task, Answer>(
  file: string,
): (task: Task, deadlineMs: number) => Promise<Answer> {
  /** Null when there is none, or the last one was ended. */
  let thread: Promise<Worker> | null = null
  return (task, deadlineMs) =>
    oneAtATime(file, async () => {
      try {
        const worker = await (thread ??= start(file))
        worker.postMessage(task)
        return (await answerOf(worker, deadlineMs)) as Answer
      } catch (error) {
        const ended = thread
        thread = null
        await ended?.then((worker) => worker.terminate()).catch(() => undefined)
        throw error
      }
    })
}

async function start(file: string): Promise<Worker> {
  const worker = new Worker(file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  worker.unref()
  await answerOf(worker, START_MS)
  return worker
}

/** Rejects when the thread is late, ends, or fails. */
async function answerOf(worker: Worker, ms: number): Promise<unknown> {
  const late = AbortSignal.timeout(ms)
  const over = new AbortController()
  try {
    const ended = once(worker, 'exit', { signal: over.signal }).then(() => {
      throw new Error('The thread has ended')
    })
    const [answer] = (await Promise.race([once(worker, 'message', { signal: late }), ended])) as [unknown]
    return answer
  } finally {
    over.abort()
  }
}
