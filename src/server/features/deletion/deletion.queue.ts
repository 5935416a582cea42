import { randomUUID } from 'node:crypto'
import { trusted } from 'mongoose'
import { bus } from '#server/platform/bus.ts'
import { logger } from '#server/platform/logger.ts'
import { DeletionModel, type DeletionDocument } from './deletion.model.ts'
import { ERASURES } from './erasures.ts'

/** Deletions whose server was killed are found within this time after their lease. */
const LOOK_EVERY_MS = 3_000
/** So long one belongs to who took it, unless renewed. */
const LEASE_MS = 12_000
const RENEW_EVERY_MS = 3_000
/** Whatever a person's last request was about to write has been written by then, or never will be. */
const LAST_WORDS_MS = 10_000
const LONGEST_WAIT_MS = 5 * 60_000

/** This process, among those that remove. */
const worker = randomUUID()
const soon = (ms: number) => new Date(Date.now() + ms)

let running: { end: AbortController; done: Promise<void> } | null = null
let open = false

/** Removes what is left of accounts that are gone, one at a time, its own and those a stopped server has left. Returns the function that stops looking. */
export function startDeletions(): () => void {
  open = true
  const timer = setInterval(wake, LOOK_EVERY_MS).unref()
  const stopListening = bus.on('user:deleted', wake)
  wake()
  return () => {
    open = false
    clearInterval(timer)
    stopListening()
  }
}

/** Leaves what is under way to another process, or to the next start. */
export async function closeDeletions(): Promise<void> {
  open = false
  running?.end.abort(new Error('This server stops'))
  await running?.done
}

function wake(): void {
  if (!open || running) return
  const end = new AbortController()
  const done = workOff(end)
    .catch((error: unknown) => logger.error({ err: error }, 'the queue of deletions could not be read'))
    .finally(() => void (running = null))
  running = { end, done }
}

async function workOff(end: AbortController): Promise<void> {
  for (let deletion = await take(); deletion; deletion = end.signal.aborted ? null : await take()) await work(deletion, end)
}

// Who finds a lease that has run out takes the deletion over; the one before it notices when it next renews.
const take = (): Promise<DeletionDocument | null> =>
  DeletionModel.findOneAndUpdate({ dueAt: trusted({ $lte: new Date() }) }, { $set: { dueAt: soon(LEASE_MS), worker } }, { sort: { dueAt: 1 }, returnDocument: 'after' }).lean()

async function work(deletion: DeletionDocument, end: AbortController): Promise<void> {
  const lease = new AbortController()
  const timer = setInterval(() => void renew(deletion, lease), RENEW_EVERY_MS)
  const last = Date.now() - deletion.requestedAt.getTime() >= LAST_WORDS_MS
  try {
    await removeAll(deletion, last, AbortSignal.any([lease.signal, end.signal]))
    await (last ? DeletionModel.deleteOne(own(deletion)) : putOff(deletion, { dueAt: new Date(deletion.requestedAt.getTime() + LAST_WORDS_MS), failures: 0 }))
  } catch (error) {
    await afterFailure(deletion, error, end.signal)
  } finally {
    clearInterval(timer)
  }
}

async function removeAll({ _id, handle, email }: DeletionDocument, last: boolean, signal: AbortSignal): Promise<void> {
  for (const erase of ERASURES) {
    signal.throwIfAborted()
    await erase({ id: _id.toHexString(), handle, email }, { signal, last })
  }
}

const own = ({ _id }: DeletionDocument) => ({ _id, worker })

const putOff = (deletion: DeletionDocument, { dueAt, failures }: Pick<DeletionDocument, 'dueAt' | 'failures'>) => DeletionModel.updateOne(own(deletion), { $set: { dueAt, failures, worker: null } })

async function renew(deletion: DeletionDocument, lease: AbortController): Promise<void> {
  try {
    const { matchedCount } = await DeletionModel.updateOne(own(deletion), { $set: { dueAt: soon(LEASE_MS) } })
    if (matchedCount === 0) lease.abort(new Error("The lease is another worker's"))
  } catch (error) {
    logger.warn({ err: error }, 'the lease of a deletion could not be renewed')
  }
}

// Nobody gives up on it: what cannot be removed now is tried again until it can.
async function afterFailure(deletion: DeletionDocument, error: unknown, { aborted }: AbortSignal): Promise<void> {
  const failures = deletion.failures + (aborted ? 0 : 1)
  if (!aborted) logger.error({ err: error, failures }, 'an account could not be removed yet')
  try {
    await putOff(deletion, { dueAt: soon(aborted ? 0 : Math.min(LONGEST_WAIT_MS, failures * LOOK_EVERY_MS)), failures })
  } catch (problem) {
    // The lease runs out, and it is taken up again.
    logger.error({ err: problem }, 'a deletion could not be given back')
  }
}
