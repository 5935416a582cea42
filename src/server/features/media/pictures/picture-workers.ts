import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { MEDIA_MESSAGES } from '#contract/media.constants.ts'
import { config } from '#server/platform/config.ts'
import { badRequest, type HttpError } from '#server/platform/errors.ts'
import { logger } from '#server/platform/logger.ts'
import { createTurns } from '#server/platform/turns.ts'
import type { PictureOrder, PictureResult } from './make-picture.ts'
import type { WorkerAnswer } from './picture-worker.ts'

const WORKER = path.join(import.meta.dirname, 'picture-worker.ts')
/** Number of worker processes: half of the cores, and one that no person can keep from the others. */
export const PICTURE_WORKERS = config.MEDIA_WORKERS ?? Math.floor(availableParallelism() / 2) + 1
const LONGEST_WORK_MS = 60_000
/** An idle worker ends, to free its memory. */
const IDLE_MS = 30_000

interface Worker {
  child: ChildProcess
  idle: NodeJS.Timeout | null
}

const free: Worker[] = []
const inTurn = createTurns({
  atOnce: PICTURE_WORKERS,
  atOnceOfOne: Math.max(1, PICTURE_WORKERS - 1),
  waiting: 100,
  waitingOfOne: 20,
})

/**
 * Processes a picture in one of a few low-priority processes, of which nobody has all. Throws 400 with the message for
 * a file that is no picture or too large, 503 when the queue is full.
 */
export const pictureOf = (personId: string, order: PictureOrder): Promise<PictureResult> =>
  inTurn(personId, () => workOn(free.pop() ?? startWorker(), order))

async function workOn(worker: Worker, order: PictureOrder): Promise<PictureResult> {
  const { child } = worker
  if (worker.idle) clearTimeout(worker.idle)
  child.ref()
  child.channel?.ref()
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_WORK_MS)
  try {
    const answer = await answerOf(child, order)
    rest(worker)
    if ('result' in answer) return answer.result
    throw refusalFor(answer.fault)
  } finally {
    clearTimeout(timer)
  }
}

/** A worker that crashes fails only its own picture. */
async function answerOf(child: ChildProcess, order: PictureOrder): Promise<WorkerAnswer> {
  const over = new AbortController()
  try {
    const answered = once(child, 'message', { signal: over.signal })
    const died = once(child, 'exit', { signal: over.signal }).then(([code, signal]) => {
      logger.warn({ code, signal }, 'a picture worker died of its work')
      return [{ fault: 'died' }]
    })
    child.send(order)
    const [answer] = (await Promise.race([answered, died])) as [WorkerAnswer]
    return answer
  } finally {
    over.abort()
  }
}

function startWorker(): Worker {
  const child = fork(WORKER, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    env: { ...process.env, MEDIA_PRIORITY: config.MEDIA_PRIORITY },
  })
  return { child, idle: null }
}

function rest(worker: Worker): void {
  if (!worker.child.connected) return
  worker.idle = setTimeout(() => dismiss(worker), IDLE_MS).unref()
  // An idle worker must not keep the server from ending.
  worker.child.unref()
  worker.child.channel?.unref()
  free.push(worker)
}

function dismiss(worker: Worker): void {
  const at = free.indexOf(worker)
  if (at >= 0) free.splice(at, 1)
  if (worker.idle) clearTimeout(worker.idle)
  worker.child.kill()
}

/** Ends idle workers; busy ones end after their picture. */
export const closePictureWorkers = (): void => [...free].forEach(dismiss)

function refusalFor(fault: string): HttpError {
  if (/exceeds pixel limit/i.test(fault)) return badRequest(MEDIA_MESSAGES.tooManyPixels)
  if (/unsupported image format|blocked/i.test(fault)) return badRequest(MEDIA_MESSAGES.invalidImage)
  return badRequest(MEDIA_MESSAGES.mediaBroken)
}
