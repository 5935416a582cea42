import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { MEDIA_MESSAGES } from '#contract/media.constants.ts'
import { config } from '#server/platform/config.ts'
import { badRequest, busy, type HttpError } from '#server/platform/errors.ts'
import { logger } from '#server/platform/logger.ts'
import type { PictureOrder, PictureResult } from './make-picture.ts'
import type { WorkerAnswer } from './picture-worker.ts'

const WORKER = path.join(import.meta.dirname, 'picture-worker.ts')
/** Number of worker processes: half of the cores, and one that no person can keep from the others. */
export const PICTURE_WORKERS = config.MEDIA_WORKERS ?? Math.floor(availableParallelism() / 2) + 1
/** Pictures of one person that are processed at once. */
const AT_ONCE_OF_ONE = Math.max(1, PICTURE_WORKERS - 1)
/** Above these, the answer is 503: of all, and of one person. */
const LONGEST_QUEUE = 100
const LONGEST_OF_ONE = 20
const LONGEST_WORK_MS = 60_000
/** An idle worker ends, to free its memory. */
const IDLE_MS = 30_000

interface Worker {
  child: ChildProcess
  idle: NodeJS.Timeout | null
}

const free: Worker[] = []
/** Who waits, the person who is next first. */
const waiting = new Map<string, (() => void)[]>()
/** Whose pictures are being processed: one entry for each picture. */
const atWork: string[] = []

/**
 * Processes a picture in one of a few low-priority processes. People take turns, and nobody has all processes, so that
 * a person with many or heavy pictures keeps nobody waiting. Throws 400 with the message for a file that is no picture
 * or too large, 503 when the queue is full.
 */
export async function pictureOf(ownerId: string, order: PictureOrder): Promise<PictureResult> {
  await turn(ownerId)
  try {
    return await workOn(free.pop() ?? startWorker(), order)
  } finally {
    atWork.splice(atWork.indexOf(ownerId), 1)
    callNext()
  }
}

const mayBegin = (ownerId: string): boolean =>
  atWork.length < PICTURE_WORKERS && atWork.filter((owner) => owner === ownerId).length < AT_ONCE_OF_ONE

async function turn(ownerId: string): Promise<void> {
  if (!mayBegin(ownerId)) {
    const line = waiting.get(ownerId) ?? []
    const all = [...waiting.values()].reduce((sum, { length }) => sum + length, 0)
    if (all >= LONGEST_QUEUE || line.length >= LONGEST_OF_ONE) throw busy()
    waiting.set(ownerId, line)
    return new Promise<void>((go) => line.push(go))
  }
  atWork.push(ownerId)
}

function callNext(): void {
  const next = [...waiting].find(([ownerId]) => mayBegin(ownerId))
  if (!next) return
  const [ownerId, line] = next
  waiting.delete(ownerId)
  atWork.push(ownerId)
  line.shift()!()
  // Behind everybody else.
  if (line.length > 0) waiting.set(ownerId, line)
}

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
